/**
 * Creates the font of PDF reports from a complete font, which is too large for the repository:
 * node scripts/report-font.mjs NotoSansSC_400Regular.ttf
 * The font is from the npm package @expo-google-fonts/noto-sans-sc. Its licence is in the folder of the result.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const TARGET = 'libs/domain/src/reporting/report-rendering/fonts/noto-sans-sc-subset.ttf';

/** Ranges of code points: the first and the last one of each. */
const RANGES = [
  [0x20, 0x7e], // ASCII
  [0xa0, 0x24f], // Latin-1 and Latin Extended
  [0x370, 0x3ff], // Greek
  [0x400, 0x45f], // Cyrillic
  [0x1e00, 0x1eff], // Latin Extended Additional
  [0x2000, 0x206f], // punctuation
  [0x2070, 0x209c], // superscripts and subscripts
  [0x20a0, 0x20bf], // currencies
  [0x2100, 0x214f], // letter-like symbols
  [0x2150, 0x218b], // fractions and Roman numerals
  [0x2190, 0x21ff], // arrows
  [0x2200, 0x22ff], // mathematical operators
  [0x2460, 0x24ff], // enclosed numbers
  [0x2500, 0x25ff], // lines, blocks and shapes
  [0x2600, 0x266f], // miscellaneous symbols
  [0x3000, 0x30ff], // CJK punctuation and kana
  [0xff00, 0xffef], // full-width forms
];

/** Returns all characters of GB 2312, which contains the common characters of simplified Chinese. */
function gb2312() {
  const bytes = [];
  for (let row = 0xa1; row <= 0xf7; row++) {
    for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell);
  }
  return new TextDecoder('gbk').decode(Uint8Array.from(bytes)).replaceAll(/[\uE000-\uF8FF\uFFFD]/g, '');
}

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Usage: node scripts/report-font.mjs FONT.ttf');
const ranges = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);
const subset = await subsetFont(readFileSync(source), ranges.join('') + gb2312(), {
  targetFormat: 'truetype',
});
writeFileSync(TARGET, subset);
console.log(`${TARGET}: ${subset.length} bytes`);
