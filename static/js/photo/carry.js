// A link from a form to the page on which it goes on carries along what was chosen so far.
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.("[data-carries]");
  if (!link) return;
  const chosen = new URLSearchParams(new FormData(link.closest("form")));
  for (const name of ["csrf_token", "key", "seq", "kind"]) chosen.delete(name);
  link.search = chosen;
});
