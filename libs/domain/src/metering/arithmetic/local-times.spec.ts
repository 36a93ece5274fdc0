import { Temporal } from 'temporal-polyfill';
import fc from 'fast-check';
import { localTimesFrom } from './local-times';

const FROM = Date.UTC(2011, 0);

describe('localTimesFrom', () => {
  it.each(['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns', 'UTC'])(
    'writes the same local times as the calendar in %s',
    (zone) => {
      const instants = fc.array(fc.integer({ min: FROM, max: Date.UTC(2013, 0) }), { minLength: 1 });
      fc.assert(
        fc.property(instants, (unordered) => {
          const ordered = unordered.toSorted((one, other) => one - other);
          const expected = ordered.map((ms) =>
            Temporal.Instant.fromEpochMilliseconds(ms)
              .toZonedDateTimeISO(zone)
              .toPlainDateTime()
              .toString({ smallestUnit: 'second', roundingMode: 'floor' })
              .replace('T', ' '),
          );
          expect(ordered.map(localTimesFrom(FROM, zone))).toEqual(expected);
        }),
      );
    },
  );

  it('uses the new offset from the instant of a clock change on', () => {
    const local = localTimesFrom(Date.parse('2026-10-25T00:00Z'), 'Europe/Berlin');
    const instants = ['2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z'];
    expect(instants.map((text) => local(Date.parse(text)))).toEqual([
      '2026-10-25 02:59:59',
      '2026-10-25 02:00:00',
    ]);
  });

  it('writes the same local time for both passes of a repeated hour', () => {
    const local = localTimesFrom(Date.parse('2026-10-25T00:00Z'), 'Europe/Berlin');
    expect(['2026-10-25T00:30Z', '2026-10-25T01:30Z'].map((text) => local(Date.parse(text)))).toEqual([
      '2026-10-25 02:30:00',
      '2026-10-25 02:30:00',
    ]);
  });
});
