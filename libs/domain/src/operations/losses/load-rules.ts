import type { EnergyType, LossEvidence } from '@app/entities';
import { type Message, say } from '@app/kernel';
import { HOUR_MS } from '../../metering/arithmetic/meter-arithmetic';
import { roundedEnergy, roundedHalfUp } from '../../metering/arithmetic/rounded';
import {
  DAYS_PER_MONTH,
  found,
  type FoundLoss,
  type Judgement,
  LEAST_DAYS,
  median,
  noLoss,
  sum,
  unknown,
} from './judgement';
import type { LossDay, LossDays, LossHour } from './loss-days';

/** The night ends at this hour of the local clock. */
const NIGHT_END = 5;
/** A load counts as different by night and by day if the difference is this share of the load by day. */
const LEAST_RISE = 0.1;
const LEAST_CLOSED_DAYS = 2;

/** The complete days of a window, and their typical load. */
interface TypicalLoad {
  complete: number;
  working: LossDay[];
  closed: LossDay[];
  /** The hours of the nights of working days in which the area is closed. */
  nights: LossHour[];
  dayKw: number;
}

/**
 * Compares the typical load from 00:00 to 05:00 on working days with the typical load in the opening hours.
 * @param sharePercent the highest share that is not a loss
 */
export function judgeNightLoad(
  { days }: LossDays,
  sharePercent: number,
  energyType: EnergyType = 'electricity',
): Judgement {
  const load = typicalLoad(days);
  if ('reason' in load) return unknown(load.reason);
  const { nights, working, complete, dayKw } = load;
  if (nights.length === 0) return unknown(say('loss_open_at_night'));
  const nightKw = median(kwOf(nights));
  const excessKw = nightKw - (dayKw * sharePercent) / 100;
  if (excessKw <= 0) return noLoss;
  if (dayKw <= 0) return unknown(say('loss_without_load'));
  return lossOf(energyType, excessKw * nights.length, complete, nights, [
    { code: 'nights', value: working.length },
    ...shareEvidence('nightKw', nightKw, dayKw),
  ]);
}

/**
 * Compares the typical load of closed days with the typical load in the opening hours of working days.
 * @param sharePercent the highest share that is not a loss
 */
export function judgeWeekendLoad(
  { days }: LossDays,
  sharePercent: number,
  energyType: EnergyType = 'electricity',
): Judgement {
  const load = typicalLoad(days);
  if ('reason' in load) return unknown(load.reason);
  const { closed, complete, dayKw } = load;
  if (closed.length < LEAST_CLOSED_DAYS)
    return unknown(say('loss_closed_days_missing', { days: closed.length, least: LEAST_CLOSED_DAYS }));
  const hours = closed.flatMap((day) => day.hours);
  const closedKw = median(kwOf(hours));
  const excessKw = closedKw - (dayKw * sharePercent) / 100;
  if (excessKw <= 0) return noLoss;
  if (dayKw <= 0) return unknown(say('loss_without_load'));
  return lossOf(energyType, excessKw * hours.length, complete, hours, [
    { code: 'closedDays', value: closed.length },
    ...shareEvidence('closedKw', closedKw, dayKw),
  ]);
}

/**
 * Finds out how long before the opening the load is at least halfway between the load at night and by day.
 * @param mostHours the longest time that is not a loss
 */
export function judgeEarlyStart({ days, hasCalendar }: LossDays, mostHours: number): Judgement {
  if (!hasCalendar) return unknown(say('loss_without_calendar'));
  const load = typicalLoad(days);
  if ('reason' in load) return unknown(load.reason);
  const { nights, working, complete, dayKw } = load;
  if (dayKw <= 0) return unknown(say('loss_without_load'));
  if (nights.length === 0) return unknown(say('loss_open_at_night'));
  const nightKw = median(kwOf(nights));
  if (dayKw - nightKw < LEAST_RISE * dayKw) return noLoss;
  const starts = working.map((day) => earlyHours(day, (nightKw + dayKw) / 2));
  const leadHours = median(starts.map(({ leadMs }) => leadMs / HOUR_MS));
  if (leadHours <= mostHours) return noLoss;
  const early = starts.flatMap(({ hours, openingMs }) =>
    hours.filter(({ startMs }) => openingMs - startMs > mostHours * HOUR_MS),
  );
  return lossOf('electricity', sum(early.map(({ kw }) => kw - nightKw)), complete, early, [
    { code: 'days', value: working.length },
    { code: 'earlyHours', value: roundedHalfUp(leadHours, 2) },
    { code: 'nightKw', value: roundedEnergy(nightKw) },
    { code: 'dayKw', value: roundedEnergy(dayKw) },
  ]);
}

/** Returns the hours directly before the opening whose load is at least `leastKw`. */
function earlyHours({ hours, openingMs }: LossDay, leastKw: number) {
  const endMs = openingMs ?? 0;
  const before = hours.filter(({ startMs }) => startMs < endMs);
  const first = before.findLastIndex(({ kw }) => kw < leastKw) + 1;
  const early = before.slice(first);
  return { hours: early, openingMs: endMs, leadMs: early[0] ? endMs - early[0].startMs : 0 };
}

function typicalLoad(days: readonly LossDay[]): TypicalLoad | { reason: Message } {
  const complete = days.filter(({ hours }) => hours.length > 0);
  if (complete.length < LEAST_DAYS)
    return { reason: say('loss_days_missing', { days: complete.length, least: LEAST_DAYS }) };
  const working = complete.filter(({ openingMs }) => openingMs !== null);
  const openHours = working.flatMap(({ hours }) => hours.filter(({ openQuarters }) => openQuarters === 4));
  return {
    complete: complete.length,
    working,
    closed: complete.filter(({ openingMs }) => openingMs === null),
    nights: working.flatMap(({ hours }) =>
      hours.filter(({ hour, openQuarters }) => hour < NIGHT_END && openQuarters === 0),
    ),
    dayKw: median(kwOf(openHours)),
  };
}

/** @param kwh the loss in all complete days of the window together */
function lossOf(
  energyType: EnergyType,
  kwh: number,
  completeDays: number,
  hours: readonly LossHour[],
  evidence: LossEvidence[],
): Judgement {
  const loss: FoundLoss = {
    kwhPerMonth: roundedEnergy((kwh * DAYS_PER_MONTH) / completeDays),
    energyType,
    hoursMs: hours.map(({ startMs }) => startMs),
    evidence,
  };
  return found(loss);
}

function shareEvidence(code: 'nightKw' | 'closedKw', kw: number, dayKw: number): LossEvidence[] {
  return [
    { code, value: roundedEnergy(kw) },
    { code: 'dayKw', value: roundedEnergy(dayKw) },
    { code: 'sharePercent', value: roundedHalfUp((100 * kw) / dayKw, 1) },
  ];
}

const kwOf = (hours: readonly LossHour[]) => hours.map(({ kw }) => kw);
