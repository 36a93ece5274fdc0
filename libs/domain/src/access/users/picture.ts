/** The accepted types of pictures. Every browser can show them, and they contain no scripts. */
export const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** The type as its usual file extension. */
export type PictureKind = keyof typeof PICTURE_TYPES;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG_START = Buffer.from('ffd8ff', 'hex');

/** Detect the type from the first bytes and ignore the client's claim. Returns null for any other type. */
export function pictureKindOf(bytes: Buffer): PictureKind | null {
  if (startsWith(bytes, PNG_SIGNATURE)) return 'png';
  if (startsWith(bytes, JPEG_START)) return 'jpg';
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
    ? 'webp'
    : null;
}

/** Returns true if the structure of the file is complete. Does not decode pixels. */
export function isWholePicture(bytes: Buffer, kind: PictureKind): boolean {
  return { png: isWholePng, jpg: isWholeJpeg, webp: isWholeWebp }[kind](bytes);
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

/**
 * Checks the chunks. Each has a length, a type, data and a checksum. The first is IHDR, the last is IEND, and at least
 * one IDAT is between them.
 */
function isWholePng(bytes: Buffer): boolean {
  const types: string[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length && types.at(-1) !== 'IEND') {
    types.push(bytes.toString('latin1', at + 4, at + 8));
    at += 12 + bytes.readUInt32BE(at);
  }
  return at <= bytes.length && types[0] === 'IHDR' && types.includes('IDAT') && types.at(-1) === 'IEND';
}

const FRAME_MARKERS = new Set([0xc0, 0xc1, 0xc2]);
const SCAN_MARKER = 0xda;
const END_OF_IMAGE = Buffer.from('ffd9', 'hex');

/**
 * Checks the segments up to the first scan. Each has a marker and a length. One must be a frame header, and the end
 * marker must follow the start of the scan.
 */
function isWholeJpeg(bytes: Buffer): boolean {
  let at = 2;
  let hasFrame = false;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === SCAN_MARKER) return hasFrame && bytes.indexOf(END_OF_IMAGE, at) > 0;
    hasFrame ||= FRAME_MARKERS.has(marker);
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/**
 * Checks the RIFF chunk, which contains all other chunks of the file. The file must be at least as long as this chunk.
 * The first chunk in it must have a type that WebP defines for pictures.
 */
function isWholeWebp(bytes: Buffer): boolean {
  const isLongEnough = bytes.length >= 30 && bytes.length >= 8 + bytes.readUInt32LE(4);
  return isLongEnough && ['VP8 ', 'VP8L', 'VP8X'].includes(bytes.toString('latin1', 12, 16));
}
