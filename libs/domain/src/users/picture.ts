/** The kinds of pictures that are taken: those that every browser shows and that carry no scripts. */
export const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** The kind, named by its usual ending. */
export type PictureKind = keyof typeof PICTURE_TYPES;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG_START = Buffer.from('ffd8ff', 'hex');

/** What the bytes are by their beginning, whatever the client calls them; null for anything else. */
export function pictureKindOf(bytes: Buffer): PictureKind | null {
  if (startsWith(bytes, PNG_SIGNATURE)) return 'png';
  if (startsWith(bytes, JPEG_START)) return 'jpg';
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
    ? 'webp'
    : null;
}

/** False for a picture whose structure is not sound from its beginning to its end; its pixels are not looked at. */
export function isWholePicture(bytes: Buffer, kind: PictureKind): boolean {
  return { png: isWholePng, jpg: isWholeJpeg, webp: isWholeWebp }[kind](bytes);
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

/** Chunks of length, type, data and checksum: first IHDR, some IDAT, last IEND. */
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

/** Segments of a marker and their length up to the first scan, a frame's header among them; at last the end's marker. */
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

/** One RIFF chunk that says how long it is, with the picture's own chunk first in it. */
function isWholeWebp(bytes: Buffer): boolean {
  const isLongEnough = bytes.length >= 30 && bytes.length >= 8 + bytes.readUInt32LE(4);
  return isLongEnough && ['VP8 ', 'VP8L', 'VP8X'].includes(bytes.toString('latin1', 12, 16));
}
