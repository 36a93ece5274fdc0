/** The only source of the current time. It is injected, so that tests can control the time. */
export abstract class Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  abstract nowMs(): number;

  now(): Date {
    return new Date(this.nowMs());
  }
}

export class SystemClock extends Clock {
  nowMs(): number {
    return Date.now();
  }
}

/** A clock that only moves when a test advances it. */
export class FixedClock extends Clock {
  constructor(private currentMs: number) {
    super();
  }

  nowMs(): number {
    return this.currentMs;
  }

  set(instant: Date | number): void {
    this.currentMs = Number(instant);
  }

  advance(byMs: number): void {
    this.currentMs += byMs;
  }
}
