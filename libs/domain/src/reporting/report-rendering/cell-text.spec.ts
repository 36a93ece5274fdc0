import { axisLabels, cellText, columnTitle } from './cell-text';

const energy = { title: 'Energy', kind: 'number' as const, unit: 'kWh', places: 1 };

describe('cellText', () => {
  it.each([
    [{ value: 1234.56 }, '1,234.6'],
    [{ value: 1234.56, estimated: true }, '1,234.6*'],
    [{ value: 0 }, '0.0'],
    [{ value: null }, '–'],
    [{ value: 'North wing' }, 'North wing'],
  ])('writes %j', (cell, expected) => {
    expect(cellText(cell, energy, 'en-US')).toBe(expected);
    expect(cellText(cell, energy, 'zh-CN')).toBe(expected);
  });

  it('writes positive changes with a sign', () => {
    const change = { title: 'Change', kind: 'number' as const, places: 1, signed: true };
    expect([4.2, -4.2, 0].map((value) => cellText({ value }, change, 'en-US'))).toEqual([
      '+4.2',
      '-4.2',
      '0.0',
    ]);
  });
});

it('columnTitle contains the unit of a column', () => {
  expect(columnTitle(energy)).toBe('Energy (kWh)');
  expect(columnTitle({ title: 'Area', kind: 'text' })).toBe('Area');
});

describe('axisLabels', () => {
  it.each([
    ['hours of one day', ['2026-10-25 01:00 +01:00', '2026-10-25 02:00'], ['01:00', '02:00']],
    ['hours of several days', ['2026-10-25 23:00', '2026-10-26 00:00'], ['10-25 23:00', '10-26 00:00']],
    ['days', ['2026-10-25 Sun', '2026-10-26 Mon'], ['10-25', '10-26']],
    ['weeks', ['2026-10-19 – 2026-10-25'], ['10-19']],
    ['months', ['2026-10'], ['2026-10']],
    ['groups', ['North wing'], ['North wing']],
  ])('shortens %s', (_name, texts, expected) => {
    expect(axisLabels(texts.map((value) => ({ value })))).toEqual(expected);
  });
});
