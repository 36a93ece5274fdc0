import fc from 'fast-check';
import { HOUR_MS, LocalCalendar } from '@app/gateway-server';
import { COMMISSIONED_MS, Consumption, SLOT_MS } from './consumption';
import { presence } from './working-hours';

const calendar = new LocalCalendar('Europe/London');
const aConsumption = (seed = 7) =>
  new Consumption(seed, calendar, (day) => {
    const people = presence(day);
    return (minute) => 2 + 10 * people(minute);
  });
const shared = aConsumption();

const someInstantMs = fc.integer({ min: COMMISSIONED_MS, max: Date.UTC(2016, 0, 1) });

const hourAmount = (instant: string) => {
  const fromMs = Date.parse(instant);
  return shared.total(fromMs + HOUR_MS) - shared.total(fromMs);
};

describe('Consumption', () => {
  it('equals the integral of its rate at any instant', () => {
    fc.assert(
      fc.property(
        someInstantMs,
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: SLOT_MS }),
        (atMs, slots, restMs) => {
          const fromMs = Math.floor(atMs / SLOT_MS) * SLOT_MS;
          const toMs = fromMs + slots * SLOT_MS + restMs;
          let integral = 0;
          for (let ms = fromMs; ms < toMs; ms += SLOT_MS) {
            integral += (shared.ratePerHour(ms) * Math.min(SLOT_MS, toMs - ms)) / HOUR_MS;
          }
          expect(shared.total(toMs) - shared.total(fromMs)).toBeCloseTo(integral, 6);
        },
      ),
    );
  });

  it('never decreases', () => {
    fc.assert(
      fc.property(someInstantMs, fc.integer({ min: 1, max: 3 * HOUR_MS }), (atMs, stepMs) => {
        expect(shared.total(atMs + stepMs)).toBeGreaterThan(shared.total(atMs));
      }),
    );
  });

  it('does not depend on earlier calls', () => {
    fc.assert(
      fc.property(someInstantMs, (atMs) => {
        const fresh = aConsumption();
        expect(fresh.ratePerHour(atMs)).toBe(shared.ratePerHour(atMs));
        expect(fresh.total(atMs)).toBe(shared.total(atMs));
      }),
      { numRuns: 5 },
    );
  });

  it('is different for each seed', () => {
    const atMs = Date.parse('2015-03-03T10:00:00Z');
    expect(aConsumption(8).ratePerHour(atMs)).not.toBe(shared.ratePerHour(atMs));
  });

  it('is zero until the building starts operation', () => {
    expect(shared.total(COMMISSIONED_MS)).toBe(0);
    expect(shared.total(COMMISSIONED_MS - HOUR_MS)).toBe(0);
    expect(shared.ratePerHour(COMMISSIONED_MS - 1)).toBe(0);
  });

  it('follows local time through a clock change', () => {
    // 11:00 in London is 11:00 UTC in the week before the clock change and 10:00 UTC in the week after.
    for (const busy of ['2015-03-25T11:00:00Z', '2015-04-01T10:00:00Z'])
      expect(hourAmount(busy)).toBeGreaterThan(9);
    // The hour from 05:00 in London, before people arrive. If local time were wrong by one hour, this would be the hour
    // from 06:00.
    for (const idle of ['2015-03-25T05:00:00Z', '2015-04-01T04:00:00Z'])
      expect(hourAmount(idle)).toBeLessThan(2.5);
  });
});
