import { Readable } from 'node:stream';
import { Temporal } from 'temporal-polyfill';
import fc from 'fast-check';
import { formatOf, type GivenFormat } from './file-format';
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
const read = async (
  text: string,
  { timezone = 'UTC', ...given }: { timezone?: string; meter?: Partial<typeof meter> } & GivenFormat = {},
) => {
  const open = () => Promise.resolve(Readable.from([Buffer.from(text)]));
  const latestMs = Date.parse('2030-01-01T00:00Z');
  const settings = { meter: { ...meter, ...given.meter }, timezone, latestMs };
  return readReadings(await open(), { ...settings, ...(await formatOf(open, given)) });
};
const readingsOf = async (...file: Parameters<typeof read>) => {
  const { atMs, values, refusedCount } = await read(...file);
  return { readings: atMs.map((ms, index) => [iso(ms), values[index]]), refusedCount };
};
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
        { numRuns: 1000 },
      );
    },
  );
});

describe('readReadings', () => {
  it.each<[string, GivenFormat & { timezone?: string }, [string, number][]]>([
    ['timestamp,value\n2026-01-01T00:00:00.250+02:00,1.5\n', {}, [['2025-12-31T22:00:00.250Z', 1.5]]],
    ['value;note;timestamp\n"1,5";"a;b";2026-01-01\n', { decimal: ',' }, [['2026-01-01T00:00:00.000Z', 1.5]]],
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
    ['2026-02-30T00:00Z,1', 'is not a date and time such as 2026-03-29T08:00:00Z'],
    ['2026-01-01T24:00Z,1', 'is not a date and time such as 2026-03-29T08:00:00Z'],
    ['2031-01-01T00:00Z,1', 'lies in the future'],
    ['1969-12-31T23:59Z,1', 'lies before 1970'],
    ['2026-01-01T00:00Z,', 'has no value'],
    ['2026-01-01T00:00Z,"1,5"', 'is not a number'],
    ['2026-01-01T00:00Z,1e300', 'is too large'],
  ])('refuses the line %j', async (line, message) => {
    const { refused, refusedCount } = await read(`${line}\n`);
    expect(refusedCount).toBe(1);
    expect(refused).toMatchObject([{ line: 1, message: expect.stringContaining(message) as string }]);
  });

  it('refuses a decimal comma that looks like a separator', async () => {
    const { refused } = await read('2026-01-01T00:00Z,1,5\n', { decimal: ',' });
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

describe('files of utilities', () => {
  const one = '2025-12-24T12:15:00.000Z';
  it.each<[string, string, GivenFormat]>([
    ['German dates', 'Datum;Verbrauch\n24.12.2025 13:15;1,5', {}],
    ['a German header with units', 'Nr;Verbrauch [kWh];Datum/Uhrzeit\n1;"1,5";24.12.2025, 13:15:00', {}],
    ['US dates', '12/24/2025 1:15 PM,1.5', {}],
    ['British dates', '24/12/2025 13:15\t1.5', {}],
    ['US dates with a named format', 'Time,Usage (kWh)\n12/24/2025 13:15,1.5', { dateFormat: 'mdy' }],
    ['numbers of a spreadsheet', 'Date;kWh\n46015,5520833333;1,5', {}],
    ['numbers of a spreadsheet with points', '46015.552083333336,1.5', {}],
  ])('are read: %s', async (_, text, given) => {
    const expected = { readings: [[one, 1.5]], refusedCount: 0 };
    expect(await readingsOf(text, { ...given, timezone: 'Europe/Berlin' })).toEqual(expected);
  });

  it.each([
    ['12:00 AM', '00:00'],
    ['12:30 PM', '12:30'],
    ['11:59 pm', '23:59'],
  ])('have hours of the 12-hour clock: %s', async (time, expected) => {
    const { readings } = await readingsOf(`1/31/2025 ${time},1`);
    expect(readings).toEqual([[`2025-01-31T${expected}:00.000Z`, 1]]);
  });

  it('take the order of day and month from all dates', async () => {
    const { readings } = await readingsOf('01/02/2025 00:00,1\n02/02/2025 00:00,2\n13/02/2025 00:00,3\n');
    expect(readings.map(([at]) => at)).toEqual(
      ['02-01', '02-02', '02-13'].map((day) => `2025-${day}T00:00:00.000Z`),
    );
  });

  const ambiguous = '01/02/2025 00:00,1\n03/04/2025 00:00,2\n';
  it.each([
    ['ambiguous_dates', ambiguous],
    ['ambiguous_dates', '13/02/2025 00:00,1\n02/14/2025 00:00,2\n'],
    ['ambiguous_decimals', '2025-01-01;1.234\n2025-01-02;1.234,5\n'],
    ['unknown_columns', 'Nummer;Foo\n2025-01-01;1\n'],
    ['unknown_columns', 'Datum;Uhrzeit;Verbrauch\n24.12.2025;13:15;1\n'],
    ['unknown_columns', 'x'],
    ['invalid_green_button', '<?xml version="1.0"?><reading/>'],
    ['invalid_green_button', '<!DOCTYPE feed [<!ENTITY a "b">]><feed>&a;</feed>'],
    ['invalid_green_button', '<feed>&unknown;</feed>'],
    ['invalid_green_button', '<feed>'],
  ])('are refused with %s: %j', async (code, text) => {
    await expect(read(text)).rejects.toMatchObject({ kind: 'invalid', code });
  });

  it('name the line that is neither a reading nor a known header', async () => {
    await expect(read('\n\nNummer;Verbrauch\n')).rejects.toThrow(
      'Line 3 ("Nummer;Verbrauch") is neither a reading nor a known header',
    );
  });

  it('may have ambiguous dates if the format is named', async () => {
    for (const [dateFormat, first] of [
      ['dmy', '2025-02-01'],
      ['mdy', '2025-01-02'],
    ] as const) {
      const { readings } = await readingsOf(ambiguous, { dateFormat });
      expect(readings[0]).toEqual([`${first}T00:00:00.000Z`, 1]);
    }
  });
});

/** A file with the structure of the samples that the Green Button Alliance publishes. */
const greenButton = ({ type = '', readings = '', prefix = '' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <entry><content><UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint></content></entry>
  <entry><content><MeterReading xmlns="http://naesb.org/espi"/></content></entry>
  <entry><content><IntervalBlock xmlns="http://naesb.org/espi">
    <interval><duration>86400</duration><start>1293868800</start></interval>
    <IntervalReading><cost>974</cost>
      <timePeriod><duration>900</duration><start>1293868800</start></timePeriod><value>282</value>
      <ReadingQuality><quality>8</quality></ReadingQuality></IntervalReading>
    <${prefix}IntervalReading><${prefix}timePeriod><${prefix}duration>900</${prefix}duration>
      <${prefix}start>1293869700</${prefix}start></${prefix}timePeriod><${prefix}value>323</${prefix}value></${prefix}IntervalReading>
    ${readings}
  </IntervalBlock></content></entry>
  <entry><content><ReadingType xmlns="http://naesb.org/espi"><accumulationBehaviour>4</accumulationBehaviour>
    <commodity>1</commodity><flowDirection>1</flowDirection><intervalLength>900</intervalLength><kind>12</kind>
    ${type || '<powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom>'}</ReadingType></content></entry>
  <entry><content><ElectricPowerUsageSummary xmlns="http://naesb.org/espi"><overallConsumptionLastPeriod>
    <powerOfTenMultiplier>3</powerOfTenMultiplier><uom>38</uom><value>1</value></overallConsumptionLastPeriod>
  </ElectricPowerUsageSummary></content></entry>
</feed>`;

describe('Green Button files', () => {
  const starts = ['2011-01-01T08:00:00.000Z', '2011-01-01T08:15:00.000Z'];

  it.each([
    ['in kWh', {}, {}, [0.282, 0.323]],
    ['with a namespace prefix', { prefix: 'espi:' }, {}, [0.282, 0.323]],
    ['in the unit of the point', {}, { meter: { multiplier: 0.001 } }, [282, 323]],
    [
      'with their power of ten',
      { type: '<powerOfTenMultiplier>3</powerOfTenMultiplier><uom>72</uom>' },
      {},
      [282, 323],
    ],
  ])('have their readings read: %s', async (_, file, options, values) => {
    const { readings, refusedCount } = await readingsOf(greenButton(file), options);
    expect(refusedCount).toBe(0);
    expect(readings.map(([at]) => at)).toEqual(starts);
    readings.forEach(([, value], index) => expect(value).toBeCloseTo(values[index] ?? 0, 9));
  });

  it('have the timestamps that the meter uses', async () => {
    const { readings } = await readingsOf(greenButton(), { meter: { stampedAt: 'end' as 'start' } });
    expect(readings.map(([at]) => at)).toEqual([starts[1], '2011-01-01T08:30:00.000Z']);
  });

  it('have readings of another interval refused, with their line', async () => {
    const readings =
      '<IntervalReading><timePeriod><duration>3600</duration><start>1293870600</start></timePeriod><value>1</value></IntervalReading>' +
      '<IntervalReading><value>1</value></IntervalReading>';
    const { refused } = await read(greenButton({ readings }));
    expect(refused.map(({ line, message }) => [line, message.split(',')[0]])).toEqual([
      [12, 'The interval has 3600 seconds'],
      [12, 'The IntervalReading has no start'],
    ]);
  });

  it.each([
    ['another unit', greenButton({ type: '<uom>38</uom>' }), {}],
    ['no unit', greenButton({ type: '<kind>12</kind>' }), {}],
    [
      'states of a register',
      greenButton({ type: '<uom>72</uom><accumulationBehaviour>3</accumulationBehaviour>' }),
      {},
    ],
    ['two kinds of readings', greenButton().replace('</feed>', '<ReadingType/></feed>'), {}],
    ['a meter of another kind', greenButton(), { meter: { kind: 'cumulative' as 'interval' } }],
  ])('are refused: %s', async (_, text, options) => {
    await expect(read(text, options)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'invalid_green_button',
    });
  });
});
