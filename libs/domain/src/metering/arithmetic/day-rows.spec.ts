import fc from 'fast-check';
import { type Bucket, bucketsBetween } from './calendar';
import { type DayRow, dayRowsOf } from './day-rows';
import type { HourRow } from './hour-rows';
import { HOUR_MS, QUARTER_MS } from './meter-arithmetic';

const START_MS = Date.UTC(2025, 2, 28);

const quarter = fc.record({
  energyMwh: fc.option(fc.integer({ min: -1000, max: 1_000_000 })),
  coveredMs: fc.integer({ min: 1, max: QUARTER_MS }),
});
const hours = fc
  .array(fc.option(fc.record({ quarters: fc.tuple(quarter, quarter, quarter, quarter), cuts: fc.nat(15) })), {
    minLength: 1,
    maxLength: 100,
  })
  .map((some) =>
    some.flatMap((hour, index): HourRow[] => {
      if (!hour) return [];
      const [a, b, c, d] = hour.quarters;
      const covered = ({ energyMwh, coveredMs }: typeof a) => (energyMwh === null ? 0 : coveredMs);
      return [
        {
          hourMs: START_MS + index * HOUR_MS,
          energyMwh: [a.energyMwh, b.energyMwh, c.energyMwh, d.energyMwh],
          coveredMs: [covered(a), covered(b), covered(c), covered(d)],
          cuts: hour.cuts,
        },
      ];
    }),
  );

/** The local days around the hours, found by looking at the date of each quarter. */
function localDays(zone: string): Bucket[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const starts: number[] = [];
  let date = '';
  for (let ms = START_MS - 24 * HOUR_MS; ms < START_MS + 150 * HOUR_MS; ms += QUARTER_MS) {
    const next = format.format(ms);
    if (next !== date) starts.push(ms);
    date = next;
  }
  return starts.slice(1).map((endMs, index) => ({ startMs: starts[index] ?? 0, endMs }));
}

/** Looks at every quarter of the day. */
function expectedDay({ startMs, endMs }: Bucket, hourAt: ReadonlyMap<number, HourRow>): DayRow[] {
  let energyMwh: number | null = null;
  let coveredMs = 0;
  for (let ms = startMs; ms < endMs; ms += QUARTER_MS) {
    const { energy, covered } = quarterAt(ms, hourAt);
    if (energy === null) continue;
    energyMwh = (energyMwh ?? 0) + energy;
    coveredMs += covered;
  }
  const cuts = Number(quarterAt(startMs, hourAt).isCut) + 2 * Number(quarterAt(endMs, hourAt).isCut);
  return energyMwh === null ? [] : [{ startMs, energyMwh, coveredMs, cuts }];
}

function quarterAt(ms: number, hourAt: ReadonlyMap<number, HourRow>) {
  const index = (ms % HOUR_MS) / QUARTER_MS;
  const hour = hourAt.get(ms - (ms % HOUR_MS));
  return {
    energy: hour?.energyMwh[index] ?? null,
    covered: hour?.coveredMs[index] ?? 0,
    isCut: ((hour?.cuts ?? 0) & (1 << index)) !== 0,
  };
}

describe('dayRowsOf', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'returns for each local day in %s the sum of its quarters and its cut boundaries',
    (zone) => {
      const expectedDays = localDays(zone);
      fc.assert(
        fc.property(hours, (rows) => {
          const days = bucketsBetween('day', START_MS, START_MS + 100 * HOUR_MS, zone);
          const hourAt = new Map(rows.map((row) => [row.hourMs, row]));
          expect(dayRowsOf(days, rows)).toEqual(expectedDays.flatMap((day) => expectedDay(day, hourAt)));
        }),
        { numRuns: 50 },
      );
    },
  );
});
