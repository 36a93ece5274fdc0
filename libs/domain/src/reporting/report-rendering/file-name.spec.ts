import { fileNameOf } from './file-name';

it.each([
  ['title and period', 'Daily site sheet', '2026-10-25 Sun', 'Daily site sheet 2026-10-25 Sun.pdf'],
  ['no character that file systems refuse', '../a: b', '2026-10-25 08:00', '..-a. b 2026-10-25 08.00.pdf'],
])('fileNameOf returns a name with %s', (_name, title, periodText, expected) => {
  expect(fileNameOf({ title, periodText }, 'pdf')).toBe(expected);
});
