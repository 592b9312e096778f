// Photos as the server takes them: at most 4096 pixels on the longer side, JPEG or PNG.
import { text } from "./texts.js";

const longestSide = 4096;
const mostBytes = 20 * 1024 * 1024;
const quality = 0.95;

/**
 * Decodes a photo, and makes it smaller or a JPEG where the server would refuse it.
 *
 * @param {File} file
 * @returns the picture to draw, the file to send: the original where it will do; and the size of the original
 * @throws an Error with a human-readable message
 */
export async function preparePhoto(file) {
  let picture;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Error(text("pictures.unreadable", { file: file.name }));
  }
  const { width, height } = picture;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  if (scale === 1 && file.size <= mostBytes && await isReadable(file)) return { picture, upload: file, width, height };

  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext("2d");
  // JPEG has no transparency.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { picture: await createImageBitmap(canvas), upload: await canvas.convertToBlob({ type: "image/jpeg", quality }), width, height };
}

/** Whether the server reads a file of this kind, which it turns upright as the browser does. */
async function isReadable(file) {
  const bytes = new DataView(await file.slice(0, 4).arrayBuffer());
  return bytes.byteLength === 4 && (bytes.getUint32(0) === 0x89504e47 || bytes.getUint16(0) === 0xffd8);
}
