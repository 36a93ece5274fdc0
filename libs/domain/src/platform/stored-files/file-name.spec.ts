import { isFileName, toFileName } from './file-name';

describe('isFileName', () => {
  it.each(['Plan “Keller” – 水泵房.pdf', `it's "quoted"; a=b.txt`, '..', '.htaccess', 'a'.repeat(255)])(
    'accepts %s',
    (name) => {
      expect(isFileName(name)).toBe(true);
    },
  );

  it.each([
    ['a path', '../../etc/passwd'],
    ['a Windows path', 'C:\\plan.pdf'],
    ['a line break', 'a\r\nSet-Cookie: x=1.pdf'],
    ['a NUL character', 'a\0.pdf'],
    ['a mark that reverses the text after it', 'a\u202Efdp.exe'],
    ['too many characters', 'a'.repeat(256)],
  ])('rejects a name with %s', (_, name) => {
    expect(isFileName(name)).toBe(false);
  });
});

describe('toFileName', () => {
  it.each([
    ['Energy 1/2\r\n2026.pdf', 'Energy 1-2-2026.pdf'],
    ['a/\\b.csv', 'a-b.csv'],
    [' Übersicht „Nord“.csv ', 'Übersicht „Nord“.csv'],
    [`${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(252)}.gz`],
    ['a'.repeat(300), 'a'.repeat(255)],
    [`${'a'.repeat(250)}😀😀.csv`, `${'a'.repeat(250)}.csv`],
  ])('returns a valid name for %j', (text, expected) => {
    const name = toFileName(text);
    expect(name).toBe(expected);
    expect(isFileName(name)).toBe(true);
  });
});
