import { PICTURES } from '../../../../../test/factories/pictures';
import { isWholePicture, pictureKindOf } from './picture';

const { png, jpg, webp, losslessWebp } = PICTURES;
const text = (content: string) => Buffer.from(content, 'latin1');

describe('pictureKindOf', () => {
  it.each([
    ['png', png],
    ['jpg', jpg],
    ['webp', webp],
    ['webp', losslessWebp],
  ])('detects %s by its content', (kind, bytes) => {
    expect(pictureKindOf(bytes)).toBe(kind);
  });

  it.each([
    ['an empty file', text('')],
    ['a GIF', text('GIF89a\x01\x00\x01\x00')],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an HTML page', text('<!doctype html><script>alert(1)</script>')],
    ['a sound file', text('RIFF\x24\x00\x00\x00WAVEfmt ')],
    ['a PDF', text('%PDF-1.7')],
    ['text that mentions PNG', text('PNG\r\n')],
  ])('rejects %s', (_, bytes) => {
    expect(pictureKindOf(bytes)).toBeNull();
  });
});

describe('isWholePicture', () => {
  const whole = [
    ['png', png],
    ['jpg', jpg],
    ['webp', webp],
    ['webp', losslessWebp],
  ] as const;

  it.each(whole)('accepts a complete %s', (kind, bytes) => {
    expect(isWholePicture(bytes, kind)).toBe(true);
    expect(isWholePicture(Buffer.concat([bytes, text('more')]), kind)).toBe(true);
  });

  it.each(whole)('rejects a %s that is truncated at any byte', (kind, bytes) => {
    // At least two bytes are removed, because the last byte of a WebP may be padding, and the picture is complete
    // without it.
    for (let length = 0; length < bytes.length - 1; length++) {
      expect([length, isWholePicture(bytes.subarray(0, length), kind)]).toEqual([length, false]);
    }
  });

  it.each([
    ['png', 'without a header', Buffer.concat([png.subarray(0, 8), png.subarray(33)])],
    ['png', 'without pixels', Buffer.concat([png.subarray(0, 33), png.subarray(-12)])],
    [
      'jpg',
      'without a frame',
      Buffer.concat([jpg.subarray(0, 2), text('\xff\xda\x00\x02'), jpg.subarray(-2)]),
    ],
    [
      'webp',
      'with an unknown first chunk',
      Buffer.concat([webp.subarray(0, 12), text('JUNK'), webp.subarray(16)]),
    ],
  ] as const)('rejects a %s %s', (kind, _fault, bytes) => {
    expect(isWholePicture(bytes, kind)).toBe(false);
  });
});
