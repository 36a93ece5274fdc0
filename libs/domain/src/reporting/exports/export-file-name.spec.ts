import { exportFileName } from './export-file-name';

const nameOf = (from: string, to: string, timezone: string) =>
  exportFileName({ type: 'energy', fromAt: new Date(from), toAt: new Date(to), timezone });

describe('exportFileName', () => {
  it.each([
    ['2026-03-01T00:00Z', '2026-04-01T00:00Z', 'UTC', 'energy-2026-03-01-2026-03-31.csv'],
    ['2026-02-28T23:00Z', '2026-03-31T22:00Z', 'Europe/Berlin', 'energy-2026-03-01-2026-03-31.csv'],
    ['2026-03-01T10:00Z', '2026-03-01T10:01Z', 'UTC', 'energy-2026-03-01-2026-03-01.csv'],
  ])('returns a name with the local dates of [%s, %s) in %s', (from, to, timezone, expected) => {
    expect(nameOf(from, to, timezone)).toBe(expected);
  });
});
