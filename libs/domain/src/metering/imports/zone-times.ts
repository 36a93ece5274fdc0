import { Temporal } from 'temporal-polyfill';

const HOUR_MS = 3_600_000;
/** This time is longer than the largest change of the clocks in any zone. */
const LONGEST_CHANGE_MS = 26 * HOUR_MS;

/** The instant of a local time. A local time in a repeated hour has two instants. */
export interface LocalInstant {
  atMs: number;
  /** Set if the clocks show the local time again later. */
  repeated?: {
    atMs: number;
    /** The instant at which the clocks change. */
    changeMs: number;
  };
}

/** Converts local times of a zone to instants. Uses the slow calendar only near changes of the zone's offset. */
export class ZoneTimes {
  private steady = { fromMs: 0, untilMs: 0, offsetMs: 0 };

  constructor(private readonly zone: string) {}

  /**
   * @param localMs the local time as if it were UTC
   * @returns null if the clocks skip this time
   */
  instantOf(localMs: number): LocalInstant | null {
    const { fromMs, untilMs, offsetMs } = this.steady;
    if (localMs >= fromMs && localMs < untilMs) return { atMs: localMs - offsetMs };
    return this.byCalendar(localMs);
  }

  private byCalendar(localMs: number): LocalInstant | null {
    const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime();
    const earlier = local.toZonedDateTime(this.zone, { disambiguation: 'earlier' });
    const later = local.toZonedDateTime(this.zone, { disambiguation: 'later' });
    if (earlier.epochMilliseconds === later.epochMilliseconds) {
      this.keepSteady(earlier);
      return { atMs: earlier.epochMilliseconds };
    }
    if (!earlier.toPlainDateTime().equals(local)) return null;
    const change = earlier.getTimeZoneTransition('next');
    return {
      atMs: earlier.epochMilliseconds,
      repeated: {
        atMs: later.epochMilliseconds,
        changeMs: change?.epochMilliseconds ?? later.epochMilliseconds,
      },
    };
  }

  private keepSteady(at: Temporal.ZonedDateTime): void {
    const offsetMs = at.offsetNanoseconds / 1e6;
    const previous = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    const next = at.getTimeZoneTransition('next');
    this.steady = {
      fromMs: (previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY) + offsetMs + LONGEST_CHANGE_MS,
      untilMs: (next?.epochMilliseconds ?? Number.POSITIVE_INFINITY) + offsetMs - LONGEST_CHANGE_MS,
      offsetMs,
    };
  }
}
