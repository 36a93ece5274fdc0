import type { EnergyType } from '@app/entities';
import { bucketsBetween } from '../../metering/arithmetic/calendar';
import type { SavingsPoint } from '../../metering/baselines/savings';
import type { ProfileHour } from '../../metering/energy/energy-profiles';
import { opennessWithin } from '../calendars/calendar-hours';
import type { Judgement } from './judgement';
import { judgeEarlyStart, judgeNightLoad, judgeWeekendLoad } from './load-rules';
import { lossDays } from './loss-days';
import { judgeBand, judgeDrift, judgeFrozenMeters, type MeterSeries } from './meter-rules';

const zone = 'Europe/Berlin';
/** 28 days from a Monday. The clocks are set forward on the last day. */
const range = { startMs: Date.parse('2026-03-02T00:00+01:00'), endMs: Date.parse('2026-03-30T00:00+02:00') };
const hours = bucketsBetween('hour', range.startMs, range.endMs, zone);
const offices = [1, 2, 3, 4, 5].map((day) => ({ day, from: '07:30', to: '17:00' }));

type Load = (hour: number, isWeekend: boolean, day: number) => number | null;

/** The days of an area with this load in kW, by the hour of the local clock. */
function daysWith(load: Load, weekly: typeof offices | null = offices) {
  const local = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const energies = hours.map(({ startMs, endMs }): ProfileHour => {
    const text = local.format(startMs);
    const [date, hour] = [text.slice(0, 10), Number(text.slice(11, 13))];
    const kw = load(hour, [0, 6].includes(new Date(date).getUTCDay()), Number(date.slice(8)) - 2);
    return { date, hour, lengthMs: endMs - startMs, energyMwh: kw === null ? null : kw * 1e6 };
  });
  const calendar = weekly && { timezone: null, weekly, exceptions: [] };
  return lossDays(hours, energies, calendar && opennessWithin(calendar, range, zone));
}

const kwhOf = ({ loss }: Judgement) => loss?.kwhPerMonth ?? 0;
const evidenceOf = ({ loss }: Judgement) =>
  Object.fromEntries((loss?.evidence ?? []).map(({ code, value }) => [code, value]));
const perMonth = (kwhInWindow: number) => expect.closeTo((kwhInWindow * 30.4375) / 28, 3) as number;

const office: Load = (hour, isWeekend) => (isWeekend ? 3 : hour >= 8 && hour < 17 ? 10 : hour < 5 ? 5 : 3);

const meter = (pointCode: string, energies: number[]): MeterSeries => ({
  pointCode,
  energyType: 'electricity',
  energiesMwh: Float64Array.from(energies),
});
const frozen = (...meters: MeterSeries[]) =>
  judgeFrozenMeters(meters, { from: 0, to: meters[0]?.energiesMwh.length ?? 0 }, 3).map((judgement) =>
    judgement.reason ? judgement.reason.code : evidenceOf(judgement),
  );

const points = (actual: (number | null)[]) =>
  actual.map((value, day): SavingsPoint => {
    const known = value === null ? null : 100;
    const band = { expected: known, low: known && 80, high: known && 120 };
    return { startMs: day * 86_400_000, actual: value, ...band, cumulativeSaving: 0, coverage: 1 };
  });

const isLastWeek = (day: number) => day >= 21;

const judged = (actual: (number | null)[], energyType: EnergyType = 'electricity') =>
  judgeBand(points(actual), 5, energyType);

const early: Load = (hour, isWeekend) => (isWeekend || hour < 4 || hour > 17 ? 2 : 10);

describe('the rules of losses', () => {
  it('find a load at night above its share, and count the part above it', () => {
    const night = judgeNightLoad(daysWith(office), 40);
    expect(kwhOf(night)).toEqual(perMonth(20 * 5 * (5 - 4)));
    expect(evidenceOf(night)).toEqual({ nights: 20, nightKw: 5, dayKw: 10, sharePercent: 50 });
    expect(judgeNightLoad(daysWith(office), 50)).toMatchObject({ loss: null, reason: null });
    expect(evidenceOf(judgeNightLoad(daysWith(office, null), 40))).toMatchObject({ nights: 20, dayKw: 10 });
    expect(night.loss?.energyType).toBe('electricity');
  });

  it.each([judgeNightLoad, judgeWeekendLoad])('of other energy types have their energy type', (judge) => {
    const { energyType, ...gas } = judge(daysWith(office), 20, 'gas').loss ?? {};
    expect(energyType).toBe('gas');
    expect(judge(daysWith(office), 20).loss).toEqual({ ...gas, energyType: 'electricity' });
  });

  it('find a load on closed days, with a day of 23 hours', () => {
    const closed = judgeWeekendLoad(daysWith(office), 20);
    expect(kwhOf(closed)).toEqual(perMonth((8 * 24 - 1) * (3 - 2)));
    expect(evidenceOf(closed)).toMatchObject({ closedDays: 8, closedKw: 3, sharePercent: 30 });
    const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));
    const open = daysWith(office, always);
    expect(judgeWeekendLoad(open, 20).reason?.code).toBe('loss_closed_days_missing');
    expect(judgeNightLoad(open, 40).reason?.code).toBe('loss_open_at_night');
  });

  it('find a start long before the opening, and count the hours that are too early', () => {
    const start = judgeEarlyStart(daysWith(early), 2);
    expect(evidenceOf(start)).toEqual({ days: 20, earlyHours: 3.5, nightKw: 2, dayKw: 10 });
    // The hours that begin at 04:00 and 05:00 begin more than two hours before 07:30.
    expect(kwhOf(start)).toEqual(perMonth(20 * 2 * (10 - 2)));
    expect(judgeEarlyStart(daysWith(early), 3.5)).toMatchObject({ loss: null, reason: null });
    expect(judgeEarlyStart(daysWith(early, null), 2).reason?.code).toBe('loss_without_calendar');
    expect(
      judgeEarlyStart(
        daysWith(() => 7),
        2,
      ),
    ).toMatchObject({ loss: null, reason: null });
  });

  it.each([
    ['13 complete days', (_hour, _weekend, day) => (day < 13 ? 1 : null), 'loss_days_missing'],
    ['days with a gap of an hour', (hour) => (hour === 3 ? null : 1), 'loss_days_missing'],
    [
      'a load only while the area is closed',
      (hour, weekend) => (hour < 5 || weekend ? 1 : 0),
      'loss_without_load',
    ],
  ] satisfies [string, Load, string][])('cannot judge %s', (_case, load, code) => {
    for (const judge of [judgeNightLoad, judgeWeekendLoad, judgeEarlyStart])
      expect(judge(daysWith(load), 2)).toMatchObject({ loss: null, reason: { code } });
  });

  it('find no load that is too high where there is none, such as that of a heating in summer', () => {
    for (const judge of [judgeNightLoad, judgeWeekendLoad])
      expect(
        judge(
          daysWith(() => 0),
          2,
        ),
      ).toEqual({ pointCode: null, loss: null, reason: null });
  });

  it.each([
    ['equal hours', [1, 7, 7, 7], [1, 2, 3, 4], [{ equalHours: 3 }, {}]],
    ['too few equal hours', [7, 8, 8], [1, 2, 3], [{}, {}]],
    ['a meter that has stopped', [1, 0, 0, 0], [1, 2, 3, 4], [{ stoppedHours: 3 }, {}]],
    ['a meter that never measured anything', [0, 0, 0, 0], [1, 2, 3, 4], [{}, {}]],
    ['meters that have stopped together', [1, 0, 0, 0], [1, 0, 0, 0], [{}, {}]],
    ['an unknown last hour', [7, 7, 7, Number.NaN], [1, 2, 3, 4], ['loss_hours_missing', {}]],
    ['equal hours after a gap', [7, Number.NaN, 7, 7], [1, 2, 3, 4], ['loss_hours_missing', {}]],
  ])('judge meters with %s', (_case, one, other, expected) => {
    expect(frozen(meter('ONE', one), meter('OTHER', other))).toEqual(expected);
  });

  it('find a meter that deviates from its siblings on each of the last seven days', () => {
    // Three siblings follow each other, and the meter uses a tenth of the first one plus 5 kWh.
    const base = Array.from({ length: 28 }, (_, day) => (100 + 10 * (day % 7)) * 1e6);
    const sibling = (factor: (day: number) => number) =>
      meter(
        'SIBLING',
        base.map((energy, day) => energy * factor(day)),
      );
    const usual = [sibling(() => 1), sibling(() => 2), sibling(() => 0.5)];
    const drift = (factor: (day: number) => number, siblings = usual) =>
      judgeDrift(
        meter(
          'ONE',
          base.map((energy, day) => (5e6 + energy / 10) * factor(day)),
        ),
        siblings,
        { from: 0, to: 28 },
        25,
      );
    const low = drift((day) => (isLastWeek(day) ? 0.7 : 1));
    expect(low).toMatchObject({ pointCode: 'ONE', loss: { kwhPerMonth: 0 }, reason: null });
    expect(evidenceOf(low)).toEqual({ deviationPercent: -30, kwhPerDay: 12.6, expectedKwhPerDay: 18 });
    expect(evidenceOf(drift((day) => (isLastWeek(day) ? 1.5 : 1)))).toMatchObject({ deviationPercent: 50 });
    for (const factor of [
      () => 1,
      (day: number) => (isLastWeek(day) ? 0.8 : 1),
      (day: number) => (day === 21 ? 1.1 : day > 21 ? 0.5 : 1),
    ])
      expect(drift(factor)).toEqual({ pointCode: 'ONE', loss: null, reason: null });
    // A fault of one sibling is no fault of the others, and a silent one does not prevent the judgement.
    const faulty = sibling((day) => (isLastWeek(day) ? 0.2 : 1));
    expect(drift(() => 1, [...usual, faulty])).toEqual({ pointCode: 'ONE', loss: null, reason: null });
    const silent = sibling((day) => (isLastWeek(day) ? Number.NaN : 1));
    expect(evidenceOf(drift((day) => (isLastWeek(day) ? 0.7 : 1), [...usual, silent]))).toMatchObject({
      deviationPercent: -30,
    });
    expect(drift((day) => (day % 2 === 0 ? 1 : Number.NaN)).reason?.code).toBe('loss_days_missing');
    expect(drift((day) => (day % 2 === 0 ? 1 : 9)).reason?.code).toBe('loss_siblings_differ');
    expect(drift(() => 1, usual.slice(1)).reason?.code).toBe('loss_without_siblings');
  });

  it('find a consumption above the band of a baseline in the last seven complete days', () => {
    const above = judged([500, 130, 130, null, 130, 130, 130, 90, 90]);
    expect(kwhOf(above)).toBeCloseTo(((5 * 30 - 2 * 10) / 7) * 30.4375, 3);
    expect(evidenceOf(above)).toMatchObject({ daysAbove: 5, expectedKwhPerDay: 100 });
    const ofGas = judged([500, 130, 130, null, 130, 130, 130, 90, 90], 'gas').loss;
    expect(ofGas).toEqual({ ...above.loss, energyType: 'gas' });
    expect(judged([130, 130, 130, 130, 110, 110, 110])).toMatchObject({ loss: null, reason: null });
    expect(judged([130, 130, 130, null, 130, 130, 130]).reason?.code).toBe('loss_days_missing');
  });
});
