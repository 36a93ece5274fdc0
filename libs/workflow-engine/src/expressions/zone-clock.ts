import { isTimeZone } from '@app/kernel';
import { Temporal } from 'temporal-polyfill';

export const DAY_MS = 86_400_000;
/**
 * Local times closer than this to a clock change are computed by the calendar library. A clock change moves local times
 * by a day at most.
 */
const MARGIN_MS = 2 * DAY_MS;
const MAX_STRETCHES = 64;
const MAX_CLOCKS = 1000;

/** A period [fromMs, untilMs) in which the offset of the zone does not change. */
export interface Stretch {
  fromMs: number;
  untilMs: number;
  /** How far the local clocks are ahead of UTC. */
  offsetMs: number;
}

/**
 * The clock of a time zone. A local time is represented as if it were UTC: local 08:00 is the instant 08:00Z. Each call
 * of the calendar library takes about 0.1 ms, so the library is only used to find changes of the offset.
 */
export class ZoneClock {
  private stretches: Stretch[] = [];

  constructor(private readonly zone: string) {}

  stretchAt(ms: number): Stretch {
    const known = this.stretches.find(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs);
    if (known) return known;
    const moment = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(this.zone);
    // If the offset changes exactly at the instant, the period begins at this instant.
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
   * Returns the instant of a local time. A time that the clocks skip is moved forward by the skipped duration. If a
   * time occurs twice, its first occurrence is returned.
   */
  instantOf(localMs: number): number {
    return this.steadyInstantOf(localMs) ?? plainTime(localMs).toZonedDateTime(this.zone).epochMilliseconds;
  }

  /**
   * Returns the first instant of a local date.
   * @param midnightMs the midnight of this date in UTC
   */
  startOfDate(midnightMs: number): number {
    const steady = this.steadyInstantOf(midnightMs);
    if (steady !== undefined) return steady;
    return plainTime(midnightMs).toPlainDate().toZonedDateTime(this.zone).epochMilliseconds;
  }

  /**
   * Returns the instant of a local time quickly. Undefined near a change of the offset, where a local time may occur
   * twice or not at all.
   */
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

/** Returns the clock of a time zone. Undefined if the zone does not exist. */
export function zoneClock(zone: unknown): ZoneClock | undefined {
  if (typeof zone !== 'string') return undefined;
  const known = clocks.get(zone);
  if (known || !isTimeZone(zone)) return known;
  const clock = new ZoneClock(zone);
  // The cache is bounded, because a zone has many spellings: its name may be written in upper and lower case.
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  clocks.set(zone, clock);
  return clock;
}
