import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';

/** How many bytes of a file are needed to detect its type. */
export const SAMPLE_BYTES = 64 * 1024;

const UNKNOWN = 'application/octet-stream';
const TEXT = 'text/plain';
/** The control characters of text files, according to the WHATWG standard for MIME sniffing: \t, \n, \f, \r and ESC. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
/** Tags with which an HTML document begins, according to the same standard. */
const HTML =
  /^<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\s/>-]/i;

/**
 * Formats whose files may be text. Any other format that is detected in a text is a coincidence. For example, a text
 * that begins with `BM` looks like a BMP picture.
 */
const TEXT_FORMAT = /^(text\/.*|application\/(pdf|postscript|rtf))$/;

/**
 * Detects the type of a file from its content. The name and the type that a client claims are ignored.
 * @param head the first bytes, up to `SAMPLE_BYTES`
 */
export async function mimeTypeOf(head: Buffer): Promise<string> {
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (!isText(head)) return found ?? UNKNOWN;
  return found !== undefined && TEXT_FORMAT.test(found) ? found : textTypeOf(head);
}

function isText(head: Buffer): boolean {
  return head.length > 0 && !head.some(isBinary) && isUtf8(withoutPartialCharacter(head));
}

const isBinary = (byte: number) => byte < 0x20 && !TEXT_CONTROLS.has(byte);

function textTypeOf(head: Buffer): string {
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (!/^<[a-z!?]/i.test(text)) return TEXT;
  if (/^<(!doctype html|html)[\s>]/i.test(text)) return 'text/html';
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  return HTML.test(text) ? 'text/html' : 'application/xml';
}

/** A sample may end within a character, which has at most four bytes in UTF-8. */
function withoutPartialCharacter(head: Buffer): Buffer {
  if (head.length < SAMPLE_BYTES) return head;
  const start = head.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return head.subarray(0, Math.max(start, head.length - 4));
}
