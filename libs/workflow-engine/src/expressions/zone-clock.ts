import { isTimeZone } from '@app/kernel';
import { Temporal } from 'temporal-polyfill';

export const DAY_MS = 86_400_000;
/** A change of the clocks moves local times by up to a day. */
const MARGIN_MS = 2 * DAY_MS;
const MAX_STRETCHES = 64;
const MAX_CLOCKS = 1000;

/** A period without a change of the zone's offset, [fromMs, untilMs). */
export interface Stretch {
  fromMs: number;
  untilMs: number;
  /** How far the local clocks are ahead of UTC. */
  offsetMs: number;
}

/**
 * The clocks of a time zone. A local time is given as the instant at which clocks in UTC show it. The calendar library
 * takes about 0.1 ms for each question, so it is only asked about changes of the offset.
 */
export class ZoneClock {
  private stretches: Stretch[] = [];

  constructor(private readonly zone: string) {}

  stretchAt(ms: number): Stretch {
    const known = this.stretches.find(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs);
    if (known) return known;
    const moment = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(this.zone);
    // A change at the very instant is the beginning of its stretch.
    const last = moment.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    const stretch = {
      fromMs: last?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      untilMs: moment.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offsetMs: moment.offsetNanoseconds / 1e6,
    };
    if (this.stretches.length >= MAX_STRETCHES) this.stretches = [];
    this.stretches.push(stretch);
    return stretch;
  }

  localOf(ms: number): number {
    return ms + this.stretchAt(ms).offsetMs;
  }

  /**
   * The instant of a local time. A time that the clocks skip is moved forward by the skipped duration. Of a time that
   * occurs twice, the first occurrence counts.
   */
  instantOf(localMs: number): number {
    return this.steadyInstantOf(localMs) ?? plainTime(localMs).toZonedDateTime(this.zone).epochMilliseconds;
  }

  /** The first instant of a local date. @param midnightMs the midnight of this date in UTC */
  startOfDate(midnightMs: number): number {
    const steady = this.steadyInstantOf(midnightMs);
    if (steady !== undefined) return steady;
    return plainTime(midnightMs).toPlainDate().toZonedDateTime(this.zone).epochMilliseconds;
  }

  /** Undefined near a change of the offset, where a local time may occur twice or not at all. */
  private steadyInstantOf(localMs: number): number | undefined {
    const { fromMs, untilMs, offsetMs } = this.stretchAt(localMs);
    const ms = localMs - offsetMs;
    return ms >= fromMs + MARGIN_MS && ms < untilMs - MARGIN_MS ? ms : undefined;
  }
}

export function plainTime(localMs: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime();
}

const clocks = new Map<string, ZoneClock>();

/** @returns undefined if there is no such time zone */
export function zoneClock(zone: unknown): ZoneClock | undefined {
  if (typeof zone !== 'string') return undefined;
  const known = clocks.get(zone);
  if (known || !isTimeZone(zone)) return known;
  const clock = new ZoneClock(zone);
  // A name may be written in many ways, because case does not matter.
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  clocks.set(zone, clock);
  return clock;
}
