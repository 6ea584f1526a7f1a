// Whether this device trusts the machine over https: only who does gets an answer there.
const said = document.getElementById("trusts");

fetch(said.dataset.url, { mode: "no-cors", cache: "no-store" }).then(
  () => { said.textContent = said.dataset.yes; },
  () => { said.textContent = said.dataset.no; },
).finally(() => { said.hidden = false; });
