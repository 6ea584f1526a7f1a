// Photos and small pictures of cards, as arrays of pixels and back.
import { PATCH, SIDE } from "../reader/reader.js";

const QUALITY = 0.92;

function canvasOf(width, height) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  return canvas;
}
const pen = (canvas) => canvas.getContext("2d", { willReadFrequently: true });
const pixels = (canvas) => pen(canvas).getImageData(0, 0, canvas.width, canvas.height);

// A photo as it was held, drawn on a canvas of at most SIDE pixels. Rejects where the browser cannot show the file.
export async function drawn(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = canvasOf(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  pen(canvas).drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}
export const pictureOf = pixels;

// The pictures of cards one below the other, as a JPEG of at most `most` bytes.
export async function stripOf(patches, most) {
  const { width, height, depth } = PATCH, canvas = canvasOf(width, height * patches.length);
  const image = pen(canvas).createImageData(canvas.width, canvas.height);
  patches.forEach((patch, at) => {
    for (let n = 0; n < width * height; n++) {
      const to = 4 * (at * width * height + n);
      for (let c = 0; c < 3; c++) image.data[to + c] = patch[depth * n + Math.min(c, depth - 1)];
      image.data[to + 3] = 255;
    }
  });
  pen(canvas).putImageData(image, 0, 0);
  for (let quality = QUALITY; ; quality -= 0.1) {
    const strip = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (strip.size <= most || quality < 0.4) return strip;
  }
}

// The pictures of a strip, as they were before.
export async function patchesOf(strip, count) {
  const { width, height, depth } = PATCH, bitmap = await createImageBitmap(strip);
  const canvas = canvasOf(width, height * count);
  pen(canvas).drawImage(bitmap, 0, 0);
  const { data } = pixels(canvas);
  return Array.from({ length: count }, (_, at) => {
    const patch = new Uint8Array(width * height * depth), from = 4 * at * width * height;
    for (let n = 0; n < width * height; n++) for (let c = 0; c < depth; c++) patch[depth * n + c] = data[from + 4 * n + c];
    return patch;
  });
}
