import { dueSlot, isSlot, type Slots } from './schedule-slots';

const at = (text: string) => Date.parse(text);
const london = (cron: string): Slots => ({ cron, zone: 'Europe/London' });

describe('dueSlot', () => {
  it.each<[string, string, string, boolean, string | null]>([
    ['*/5 * * * *', '2026-03-01T12:00:00Z', '2026-03-01T12:00:00.020Z', true, '2026-03-01T12:05:00Z'],
    ['*/5 * * * *', '2026-03-01T12:00:00Z', '2026-03-01T12:01:00Z', true, '2026-03-01T12:05:00Z'],
    ['*/5 * * * *', '2026-03-01T12:00:00Z', '2026-03-01T12:01:00.001Z', false, '2026-03-01T12:05:00Z'],
    ['* * * * *', '2026-03-01T12:00:00Z', '2026-03-01T12:00:59Z', true, '2026-03-01T12:01:00Z'],
    ['* * * * *', '2026-03-01T12:00:00Z', '2026-03-01T15:07:30Z', false, '2026-03-01T15:07:00Z'],
    ['0 9 * * *', '2026-03-01T09:00:00Z', '2026-03-05T08:00:00Z', false, '2026-03-05T09:00:00Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z', true, '2032-02-29T00:00:00Z'],
  ])('fires a slot if it is not too late: %s, slot %s, processed at %s', (cron, slot, now, fires, next) => {
    const nextMs = next === null ? null : at(next);
    expect(dueSlot(london(cron), at(slot), at(now))).toEqual({ fires, nextMs });
  });

  it.each([
    ['clocks go forward', '30 1 * * *', '2026-03-27T00:00:00Z', 5],
    ['clocks go back', '30 1 * * *', '2026-10-23T00:00:00Z', 5],
    ['clocks go forward, at the hour', '0 1 * * *', '2026-03-27T00:00:00Z', 5],
    ['clocks go back, at the hour', '0 2 * * *', '2026-10-23T00:00:00Z', 5],
  ])('fires a daily schedule once a day even if %s', (_what, cron, from, days) => {
    const slots = london(cron);
    const localDay = new Intl.DateTimeFormat('en-GB', { timeZone: slots.zone, dateStyle: 'short' });
    let slotMs = dueSlot(slots, at(from) - 3_600_000, at(from)).nextMs;
    const fired: string[] = [];
    while (slotMs !== null && slotMs < at(from) + days * 86_400_000) {
      expect(isSlot(slots, slotMs)).toBe(true);
      fired.push(localDay.format(slotMs));
      slotMs = dueSlot(slots, slotMs, slotMs).nextMs;
    }
    expect(new Set(fired).size).toBe(days);
    expect(fired).toHaveLength(days);
  });
});

describe('isSlot', () => {
  it.each([
    ['0 9 * * *', '2026-07-01T08:00:00Z', true],
    ['0 9 * * *', '2026-07-01T09:00:00Z', false],
    ['0 9 * * *', '2026-01-15T09:00:00Z', true],
    ['*/7 * * * *', '2026-01-15T09:07:00Z', true],
    ['*/7 * * * *', '2026-01-15T09:08:00Z', false],
    ['* * * * *', '2026-01-15T09:08:00.500Z', false],
  ])('returns true only for times that match the expression: %s at %s: %s', (cron, moment, expected) => {
    expect(isSlot(london(cron), at(moment))).toBe(expected);
  });
});
