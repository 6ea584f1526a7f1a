// One tap shares a picture and a text: by the system where it can, else the picture is saved and the text copied.

const WIDTH = 1080;

async function draw(svg) {
  const copy = svg.cloneNode(true), box = svg.viewBox.baseVal, height = Math.round(WIDTH * box.height / box.width);
  copy.setAttribute("width", WIDTH);
  copy.setAttribute("height", height);
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = height;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(picture, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-picture]");
  if (!button) return;
  const text = document.getElementById(button.dataset.text).textContent, title = button.dataset.name;
  const picture = await draw(document.getElementById(button.dataset.picture));
  const files = [new File([picture], `${title}.png`, { type: "image/png" })];
  if (navigator.canShare && navigator.canShare({ files })) {
    try {
      await navigator.share({ files, text, title });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;  // the reader thought better of it
    }
  }
  save(picture, files[0].name);
  try { await navigator.clipboard.writeText(text); } catch { /* the text stands below, to be copied by hand */ }
  document.getElementById("shared").textContent = button.dataset.done;
});
