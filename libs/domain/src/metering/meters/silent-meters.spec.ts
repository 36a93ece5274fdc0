import { isSilent } from './silent-meters';

const MINUTE_MS = 60_000;
const AT = Date.parse('2026-03-18T12:00Z');
const REGISTER = { kind: 'cumulative', stampedAt: 'start', intervalSeconds: 900 } as const;
const HOURLY = { kind: 'interval', stampedAt: 'start', intervalSeconds: 3600 } as const;
const POWER = { kind: 'power', stampedAt: 'start', intervalSeconds: 60 } as const;

describe('a meter is silent', () => {
  it.each([
    ['a register within two intervals', REGISTER, 30, false],
    ['a register after two intervals', REGISTER, 31, true],
    ['an hourly interval that began three hours ago', HOURLY, 180, false],
    ['an hourly interval that began earlier', HOURLY, 181, true],
    ['an hourly interval that ended two hours ago', { ...HOURLY, stampedAt: 'end' as const }, 120, false],
    ['an hourly interval that ended earlier', { ...HOURLY, stampedAt: 'end' as const }, 121, true],
    ['a power sample within a quarter of an hour', POWER, 15, false],
    ['a power sample after a quarter of an hour', POWER, 16, true],
  ])('after %s: %#', (_, meter, minutes, expected) => {
    expect(isSilent({ ...meter, sinceMs: 0, lastReadingMs: AT - minutes * MINUTE_MS }, AT)).toBe(expected);
  });

  it('before its first reading, but not before its history begins', () => {
    expect(isSilent({ ...REGISTER, sinceMs: AT - 1, lastReadingMs: null }, AT)).toBe(true);
    expect(isSilent({ ...REGISTER, sinceMs: AT, lastReadingMs: null }, AT)).toBe(false);
  });
});
