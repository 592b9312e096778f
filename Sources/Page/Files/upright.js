// Photos as the server takes them: upright, at most 4096 pixels on the longer side, JPEG or PNG.
import { text } from "./texts.js";

const longestSide = 4096;
const mostBytes = 20 * 1024 * 1024;
const quality = 0.95;

/**
 * Decodes a photo and turns it upright.
 *
 * @param {File} file
 * @returns the picture to draw, and the file to send: the original where it will do
 * @throws an Error with a human-readable message
 */
export async function makeUpright(file) {
  let picture;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Error(text("pictures.unreadable", { file: file.name }));
  }
  const { width, height } = picture;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  if (scale === 1 && file.size <= mostBytes && await isUpright(file)) return { picture, upload: file };

  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext("2d");
  // JPEG has no transparency.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { picture: await createImageBitmap(canvas), upload: await canvas.convertToBlob({ type: "image/jpeg", quality }) };
}

/** Whether a file is a JPEG or PNG that needs no turning. */
async function isUpright(file) {
  const bytes = new DataView(await file.slice(0, 128 * 1024).arrayBuffer());
  if (bytes.byteLength > 8 && bytes.getUint32(0) === 0x89504e47) return !contains(bytes, "eXIf");
  return bytes.byteLength > 4 && bytes.getUint16(0) === 0xffd8 && orientationOf(bytes) === 1;
}

function contains(bytes, word) {
  return new TextDecoder("latin1").decode(bytes).includes(word);
}

/** The EXIF orientation of a JPEG, 1 to 8; 1 is upright, also without EXIF; 0 if the file is damaged. */
export function orientationOf(bytes) {
  try {
    for (let place = 2; place + 4 <= bytes.byteLength; place += 2 + bytes.getUint16(place + 2)) {
      const marker = bytes.getUint16(place);
      if (marker < 0xff00 || marker === 0xffda) return 1;
      if (marker === 0xffe1 && bytes.getUint32(place + 4) === 0x45786966) return orientationIn(bytes, place + 10);
    }
    return 1;
  } catch {
    return 0;
  }
}

/** @param {number} start - where the TIFF header of the EXIF data begins */
function orientationIn(bytes, start) {
  const isLittle = bytes.getUint16(start) === 0x4949;
  const directory = start + bytes.getUint32(start + 4, isLittle);
  const entries = bytes.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + 12 * index;
    if (bytes.getUint16(entry, isLittle) === 0x0112) return bytes.getUint16(entry + 8, isLittle);
  }
  return 1;
}
