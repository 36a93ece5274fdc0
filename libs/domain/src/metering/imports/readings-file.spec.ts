import { Readable } from 'node:stream';
import { Temporal } from 'temporal-polyfill';
import fc from 'fast-check';
import { readReadings } from './readings-file';
import { ZoneTimes } from './zone-times';

const meter = {
  kind: 'interval' as const,
  multiplier: 1,
  intervalSeconds: 900,
  stampedAt: 'start' as const,
  registerMax: null,
  maxPowerKw: null,
};
const read = (text: string, options: { timezone?: string; decimalComma?: boolean } = {}) =>
  readReadings(Readable.from([Buffer.from(text)]), {
    meter,
    timezone: 'UTC',
    decimalComma: false,
    latestMs: Date.parse('2030-01-01T00:00Z'),
    ...options,
  });
const iso = (ms: number) => new Date(ms).toISOString();

describe('ZoneTimes', () => {
  it.each(['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns', 'Asia/Kolkata'])(
    'converts local times to the same instants as the calendar in %s',
    (zone) => {
      const times = new ZoneTimes(zone);
      fc.assert(
        fc.property(fc.integer({ min: Date.UTC(2009, 0), max: Date.UTC(2013, 0) }), (localMs) => {
          const local = Temporal.Instant.fromEpochMilliseconds(localMs)
            .toZonedDateTimeISO('UTC')
            .toPlainDateTime();
          const [earlier, later] = (['earlier', 'later'] as const).map(
            (disambiguation) => local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
          );
          const found = times.instantOf(localMs);
          const skipped = !local.toZonedDateTime(zone).toPlainDateTime().equals(local);
          const instants = found && [found.atMs, found.repeated?.atMs ?? found.atMs];
          expect(instants).toEqual(skipped ? null : [earlier, later]);
        }),
        { numRuns: 3000 },
      );
    },
  );
});

describe('readReadings', () => {
  it.each([
    ['timestamp,value\n2026-01-01T00:00:00.250+02:00,1.5\n', {}, [['2025-12-31T22:00:00.250Z', 1.5]]],
    [
      'value;note;timestamp\n"1,5";"a;b";2026-01-01\n',
      { decimalComma: true },
      [['2026-01-01T00:00:00.000Z', 1.5]],
    ],
    ['\uFEFF2026-01-01 00:00\t-2e3', { timezone: 'Asia/Kolkata' }, [['2025-12-31T18:30:00.000Z', -2000]]],
    [
      '2026-01-02,2\n2026-01-01,1\n2026-01-02,3\n',
      {},
      [
        ['2026-01-01T00:00:00.000Z', 1],
        ['2026-01-02T00:00:00.000Z', 2],
      ],
    ],
  ])('reads %j', async (text, options, expected) => {
    const { atMs, values } = await read(text, options);
    expect(atMs.map((ms, index) => [iso(ms), values[index]])).toEqual(expected);
  });

  it.each([
    ['2026-02-30T00:00Z,1', 'is not an ISO 8601 date'],
    ['2026-01-01T24:00Z,1', 'is not an ISO 8601 date'],
    ['2031-01-01T00:00Z,1', 'lies in the future'],
    ['1969-12-31T23:59Z,1', 'lies before 1970'],
    ['2026-01-01T00:00Z,', 'has no value'],
    ['2026-01-01T00:00Z;1,5', 'is not a number'],
    ['2026-01-01T00:00Z,1e300', 'is too large'],
  ])('refuses the line %j', async (line, message) => {
    const { refused, refusedCount } = await read(`${line}\n`);
    expect(refusedCount).toBe(1);
    expect(refused).toEqual([{ line: 1, message: expect.stringContaining(message) as string }]);
  });

  it('refuses a decimal comma that looks like a separator', async () => {
    const { refused } = await read('2026-01-01T00:00Z,1,5\n', { decimalComma: true });
    expect(refused).toMatchObject([{ message: expect.stringContaining('3 columns') as string }]);
  });

  it.each([1, -1])(
    'reads both passes of a repeated hour from a file that is sorted by time (1 ascending, -1 descending: %i)',
    async (direction) => {
      const local = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'].map(
        (time) => `2025-10-26 ${time}`,
      );
      const ordered = direction === 1 ? local : local.toReversed();
      const { atMs } = await read(ordered.map((stamp) => `${stamp},1`).join('\n'), {
        timezone: 'Europe/Berlin',
      });
      const first = Date.parse('2025-10-25T23:30Z');
      expect(atMs.map(iso)).toEqual([0, 1, 2, 3, 4, 5].map((half) => iso(first + half * 1_800_000)));
    },
  );
});
