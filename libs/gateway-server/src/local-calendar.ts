import { Temporal } from 'temporal-polyfill';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Offsets are assumed to be constant after this instant. */
const LAST_TRANSITION_MS = Date.UTC(2060, 0, 1);

/** A calendar day of the building's time zone. */
export interface LocalDay {
  /** Days since 1970-01-01. */
  number: number;
  /** 1 Monday … 7 Sunday. */
  isoWeekday: number;
  month: number;
  dayOfMonth: number;
  /** The elapsed part of the year, 0–1. */
  yearShare: number;
}

/**
 * Converts instants to local days and minutes in one time zone. Clock changes are looked up once, so that a conversion
 * costs only one or two comparisons: the model makes millions of conversions.
 */
export class LocalCalendar {
  private readonly changesMs: number[] = [];
  private readonly offsetsMs: number[] = [];
  private readonly days = new Map<number, LocalDay>();
  /** Index of the most recently used period in which the UTC offset is constant. */
  private stretch = 0;

  constructor(timeZone: string) {
    let moment: Temporal.ZonedDateTime | null =
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    this.changesMs.push(-Infinity);
    this.offsetsMs.push(moment.offsetNanoseconds / 1e6);
    while ((moment = moment.getTimeZoneTransition('next')) && moment.epochMilliseconds < LAST_TRANSITION_MS) {
      this.changesMs.push(moment.epochMilliseconds);
      this.offsetsMs.push(moment.offsetNanoseconds / 1e6);
    }
  }

  /** Local time in milliseconds since 1970-01-01T00:00 local time. */
  localMs(atMs: number): number {
    return atMs + this.offsetMs(atMs);
  }

  /** The local day of an instant, and the minutes since local midnight. */
  at(atMs: number): [day: LocalDay, minute: number] {
    const localMs = this.localMs(atMs);
    const dayNumber = Math.floor(localMs / DAY_MS);
    return [this.day(dayNumber), (localMs - dayNumber * DAY_MS) / MINUTE_MS];
  }

  dayNumberAt(atMs: number): number {
    return Math.floor(this.localMs(atMs) / DAY_MS);
  }

  day(dayNumber: number): LocalDay {
    let day = this.days.get(dayNumber);
    if (!day) {
      const date = new Date(dayNumber * DAY_MS);
      const yearStartMs = Date.UTC(date.getUTCFullYear(), 0, 1);
      day = {
        number: dayNumber,
        isoWeekday: ((date.getUTCDay() + 6) % 7) + 1,
        month: date.getUTCMonth() + 1,
        dayOfMonth: date.getUTCDate(),
        yearShare: (date.getTime() - yearStartMs) / (365.25 * DAY_MS),
      };
      this.days.set(dayNumber, day);
    }
    return day;
  }

  /**
   * The instant of a minute of a local day. For a repeated minute, it is the earlier instant. A skipped minute is moved
   * forward by the length of the skipped time.
   */
  instantMs(dayNumber: number, minute: number): number {
    const localMs = dayNumber * DAY_MS + minute * MINUTE_MS;
    const offsetBefore = this.offsetMs(localMs - DAY_MS);
    const offsetAfter = this.offsetMs(localMs + DAY_MS);
    const first = localMs - offsetBefore;
    if (this.offsetMs(first) === offsetBefore) return first;
    const second = localMs - offsetAfter;
    return this.offsetMs(second) === offsetAfter ? second : first;
  }

  private offsetMs(atMs: number): number {
    if (!this.isWithin(this.stretch, atMs)) this.stretch = this.stretchOf(atMs);
    return this.offsetsMs[this.stretch] ?? 0;
  }

  private isWithin(stretch: number, atMs: number): boolean {
    return atMs >= (this.changesMs[stretch] ?? -Infinity) && atMs < (this.changesMs[stretch + 1] ?? Infinity);
  }

  private stretchOf(atMs: number): number {
    let low = 0;
    let high = this.changesMs.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.changesMs[middle] ?? Infinity) <= atMs) low = middle;
      else high = middle;
    }
    return low;
  }
}
