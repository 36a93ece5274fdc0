import fc from 'fast-check';
import { PICTURES } from '../../../../../test/factories/pictures';
import { mimeTypeOf, SAMPLE_BYTES } from './mime-type';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');

describe('mimeTypeOf', () => {
  it.each([
    ['a PNG', PICTURES.png, 'image/png'],
    ['a JPEG', PICTURES.jpg, 'image/jpeg'],
    ['a GIF', bytes('GIF89a\x01\x00\x01\x00\x00\x00\x00'), 'image/gif'],
    ['a PDF', bytes('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n'), 'application/pdf'],
    ['a PDF that is text', bytes('%PDF-1.4\n1 0 obj\n'), 'application/pdf'],
    ['a video', bytes('\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom'), 'video/mp4'],
    ['an archive', bytes('PK\x03\x04').subarray(0, 4), 'application/zip'],
    ['a program', bytes('\x7fELF\x02\x01\x01'), 'application/x-elf'],
    ['text', utf8('Plan für den Keller: 水泵房\r\n'), 'text/plain'],
    ['text with a byte order mark', utf8('\uFEFFname;value\n'), 'text/plain'],
    ['text that mentions markup', utf8('A page begins with <html> or <svg>.'), 'text/plain'],
    ['text that begins like a picture', utf8('BMS points of the plant room\n'), 'text/plain'],
    ['text that begins like a program', utf8('MZ 12\n'), 'text/plain'],
    ['JSON', utf8('{"html": "<script>"}'), 'text/plain'],
    ['an SVG drawing', utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    [
      'an SVG drawing after a comment',
      utf8('\uFEFF \n<?xml version="1.0"?><!-- x --><svg />'),
      'image/svg+xml',
    ],
    ['an HTML page', utf8('<!DOCTYPE html><svg></svg>'), 'text/html'],
    ['an HTML page without a document type', utf8('\n <HTML><body>'), 'text/html'],
    ['a part of an HTML page', utf8('<script>alert(1)</script>'), 'text/html'],
    ['XML', utf8('<?xml version="1.0"?><note/>'), 'application/xml'],
    ['XML without a declaration', utf8('<note/>'), 'application/xml'],
    ['text in Latin-1', bytes('K\xE4lte\n'), 'application/octet-stream'],
    ['text with a NUL character', bytes('a\0b'), 'application/octet-stream'],
    ['an empty file', Buffer.alloc(0), 'application/octet-stream'],
  ])('detects %s', async (_, head, expected) => {
    expect(await mimeTypeOf(head)).toBe(expected);
  });

  it.each([0, 1, 2, 3])('detects text whose sample ends within a character, after %d bytes', async (cut) => {
    const text = utf8('😀'.repeat(SAMPLE_BYTES / 4 + 1));
    const head = Buffer.concat([bytes('x'.repeat(cut)), text]).subarray(0, SAMPLE_BYTES);
    expect(await mimeTypeOf(head)).toBe('text/plain');
  });

  it('returns a type for any bytes, even for broken files', async () => {
    const starts = [
      '',
      'PK\x03\x04',
      '\xFF\xD8\xFF',
      '%PDF-',
      '\x1A\x45\xDF\xA3',
      'RIFF',
      'II*\0',
      'ID3',
      '\x1F\x8B',
    ].map(bytes);
    const heads = fc
      .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 500 }))
      .map((parts) => Buffer.concat(parts));
    await fc.assert(
      fc.asyncProperty(heads, async (head) => {
        expect(await mimeTypeOf(head)).toMatch(/^[a-z]+\/[\w.+-]+/);
      }),
    );
  });
});
