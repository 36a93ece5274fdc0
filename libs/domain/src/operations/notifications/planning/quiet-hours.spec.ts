import { heldUntil } from './quiet-hours';

const NIGHT = { from: '22:00', to: '06:00', timezone: null, days: [1, 2, 3, 4, 5, 6, 7] };
const held = (hours: Partial<typeof NIGHT>, at: string, zone = 'UTC') =>
  heldUntil({ ...NIGHT, ...hours }, 'major', zone, Date.parse(at))?.toISOString() ?? null;

// 2026-05-01 is a Friday.
const FRIDAY = { days: [5] };
const DAY = { from: '09:00', to: '17:00' };
const WHOLE = { from: '00:00', to: '24:00' };
const SAME = { from: '08:00', to: '08:00' };
const BERLIN = 'Europe/Berlin';

describe('heldUntil', () => {
  it.each<[string, Partial<typeof NIGHT>, string, string | null]>([
    ['before the beginning', {}, '2026-05-01T21:59:59.999Z', null],
    ['at the beginning', {}, '2026-05-01T22:00:00Z', '2026-05-02T06:00:00.000Z'],
    ['after midnight', {}, '2026-05-02T00:00:00Z', '2026-05-02T06:00:00.000Z'],
    ['just before the end', {}, '2026-05-02T05:59:59.999Z', '2026-05-02T06:00:00.000Z'],
    ['at the end', {}, '2026-05-02T06:00:00Z', null],
    ['in hours within one day', DAY, '2026-05-01T12:00:00Z', '2026-05-01T17:00:00.000Z'],
    ['before hours within one day', DAY, '2026-05-01T08:59:00Z', null],
    ['on the day after their day', FRIDAY, '2026-05-02T05:00:00Z', '2026-05-02T06:00:00.000Z'],
    ['on the morning of their day', FRIDAY, '2026-05-01T05:00:00Z', null],
    ['on the evening of another day', FRIDAY, '2026-05-02T23:00:00Z', null],
    ['on a whole day', { ...WHOLE, ...FRIDAY }, '2026-05-01T23:59:59Z', '2026-05-02T00:00:00.000Z'],
    ['after a whole day', { ...WHOLE, ...FRIDAY }, '2026-05-02T00:00:00Z', null],
    [
      'before the end of a period of 24 hours',
      { ...SAME, ...FRIDAY },
      '2026-05-02T07:59:00Z',
      '2026-05-02T08:00:00.000Z',
    ],
    ['on Sunday night', { days: [7] }, '2026-05-04T01:00:00Z', '2026-05-04T06:00:00.000Z'],
  ])('holds messages only during quiet hours: %s', (_when, hours, at, expected) => {
    expect(held(hours, at)).toBe(expected);
  });

  it.each<[string, Partial<typeof NIGHT>, string, string | null]>([
    ['a night in which the clocks go forward', {}, '2026-03-28T22:00:00Z', '2026-03-29T04:00:00.000Z'],
    ['a night in which the clocks go back', {}, '2026-10-24T22:00:00Z', '2026-10-25T05:00:00.000Z'],
    ['an end that is skipped', { to: '02:30' }, '2026-03-29T01:15:00Z', '2026-03-29T01:30:00.000Z'],
    ['after an end that is skipped', { to: '02:30' }, '2026-03-29T01:30:00Z', null],
    ['a beginning that is skipped', { from: '02:30' }, '2026-03-29T01:29:00Z', null],
    [
      'after a beginning that is skipped',
      { from: '02:30' },
      '2026-03-29T01:30:00Z',
      '2026-03-29T04:00:00.000Z',
    ],
    ['the first of two ends', { to: '02:30' }, '2026-10-25T00:29:00Z', '2026-10-25T00:30:00.000Z'],
    ['between two ends', { to: '02:30' }, '2026-10-25T01:15:00Z', null],
    ['the first of two beginnings', { from: '02:30' }, '2026-10-25T00:30:00Z', '2026-10-25T05:00:00.000Z'],
    [
      'a period that is skipped',
      { from: '02:00', to: '02:30' },
      '2026-03-29T01:15:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
  ])('follows the local clock: %s', (_when, hours, at, expected) => {
    expect(held(hours, at, BERLIN)).toBe(expected);
  });

  it('uses the time zone of the quiet hours if the rule sets a zone', () => {
    const own = { ...NIGHT, timezone: 'Asia/Shanghai' };
    const at = Date.parse('2026-05-01T15:00:00Z');
    expect(heldUntil(own, 'major', 'UTC', at)).toEqual(new Date('2026-05-01T22:00:00Z'));
    expect(heldUntil({ ...own, timezone: null }, 'major', 'UTC', at)).toBeNull();
  });

  it('never holds messages about critical alerts', () => {
    const at = Date.parse('2026-05-01T23:00:00Z');
    expect(heldUntil(NIGHT, 'critical', 'UTC', at)).toBeNull();
    expect(heldUntil(NIGHT, 'indeterminate', 'UTC', at)).not.toBeNull();
    expect(heldUntil(null, 'major', 'UTC', at)).toBeNull();
  });
});
