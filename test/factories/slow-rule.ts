import { groupBy, type RuleCondition } from '@app/kernel';

export interface RuleSample {
  /** The minute of its timestamp, by the clock of the gateway. */
  minute: number;
  /** The minute in which it arrives. */
  arrival: number;
  /** Null if the rule can use the value only as a sign of life. */
  value: number | null;
  /** A value of bad quality, which no rule can use. */
  isBad?: boolean;
}

/** A rule and everything that happens to it. All times are minutes since the beginning, by a clock that is always right. */
export interface RuleCase {
  condition: RuleCondition;
  onDelay: number;
  offDelay: number;
  /** In the order of arrival. A sample may have an earlier minute than the one before it. */
  samples: RuleSample[];
  /** Corrections of the service's clock. Negative steps set it back. */
  steps?: { at: number; by: number }[];
  /** Times in which no process runs. At `to`, a new process reads the newest of the missed samples. */
  downs?: { from: number; to: number }[];
}

export interface RuleHours {
  /** Returns true if the rule applies in a minute of the service's clock. */
  isOpen(minute: number): boolean;
  /** The minute since 1970 at which the case begins. */
  epochMinute: number;
}

export type RuleRaise = { from: number; to: number | null; value: number | null };

/** Returns the time of the service's clock. */
export function ownMinute({ steps = [] }: RuleCase, minute: number): number {
  return steps.reduce((own, { at, by }) => (at <= minute ? own + by : own), minute);
}

/**
 * Returns the samples that the service receives in a minute. If it missed samples while no process ran, it
 * receives only the newest. If the case has such times, samples that are older than the last one are dropped, because a
 * process stores the last one.
 */
export function receivedSamples({ samples, downs }: RuleCase, minutes: number): RuleSample[][] {
  const received: RuleSample[][] = Array.from({ length: minutes + 1 }, () => []);
  if (!downs) {
    for (const sample of samples) if (sample.arrival < minutes) received[sample.arrival]?.push(sample);
    return received;
  }
  const missed = new Map<number, RuleSample>();
  let last: RuleSample | undefined;
  const isNewer = (sample: RuleSample, before: RuleSample | undefined) =>
    !before ||
    sample.minute > before.minute ||
    (sample.minute === before.minute && (sample.value !== before.value || sample.isBad !== before.isBad));
  const arriving = groupBy(samples, ({ arrival }) => arrival);
  for (let minute = 0; minute < minutes; minute++) {
    const down = downs.find(({ from, to }) => minute >= from && minute < to);
    const polled = missed.get(minute);
    for (const sample of [...(polled ? [polled] : []), ...(arriving.get(minute) ?? [])]) {
      if (!isNewer(sample, down ? (missed.get(down.to) ?? last) : last)) continue;
      if (down) missed.set(down.to, sample);
      else received[minute]?.push((last = sample));
    }
  }
  return received;
}

/**
 * A slow model of a rule. In each minute, it evaluates the rule over all values so far. If no further value arrives, the
 * time of the gateway goes on from the timestamp of the newest value. Conditions about missing data use the own clock.
 */
export class SlowRule {
  readonly raised: RuleRaise[] = [];
  private readonly taken: RuleSample[] = [];
  private startedAt: number | null = null;
  private firstOfWindow = 0;
  private active = false;
  private since: number | null = null;
  /** The time from the timestamp of the newest value to its arrival; null if none has arrived in these hours. */
  private lag: number | null = null;
  /** The last minute for which the rule was evaluated. */
  private judged = 0;
  private own = -1;
  private readonly isByOwnClock: boolean;

  constructor(
    private readonly given: RuleCase,
    private readonly hours: RuleHours,
  ) {
    this.isByOwnClock = given.condition.kind === 'noData';
  }

  run(minutes: number): this {
    const { downs = [] } = this.given;
    const received = receivedSamples(this.given, minutes);
    for (let minute = 0; minute <= minutes; minute++) {
      if (downs.some(({ from, to }) => minute >= from && minute < to)) continue;
      const own = ownMinute(this.given, minute);
      const isRestarted = downs.some(({ to }) => to === minute);
      this.passUntil(own, !isRestarted);
      for (const sample of received[minute] ?? []) this.take(sample);
      if (isRestarted) this.judgeUntilOwn(own);
    }
    return this;
  }

  /** @param isWatched false if no process ran since the last call, so the rule was not evaluated */
  private passUntil(own: number, isWatched: boolean): void {
    if (own < this.own) this.setBack(own);
    while (this.own < own) {
      this.own += 1;
      const changes = this.hours.isOpen(this.own) !== (this.startedAt !== null);
      if (isWatched || (changes && !this.isByOwnClock)) this.judgeUntilOwn(this.own);
      this.keepHours(isWatched || !this.isByOwnClock);
    }
  }

  private judgeUntilOwn(own: number): void {
    this.judgeUpTo(this.isByOwnClock ? own : own - (this.lag ?? 0));
  }

  /** Silence that was found lasts until a value arrives. Silence that was not found is measured by the new time. */
  private setBack(own: number): void {
    this.own = own;
    this.keepHours(true);
    if (this.startedAt !== null) this.startedAt = Math.min(this.startedAt, own);
    if (this.isByOwnClock && !this.active && this.since === null) this.judged = own;
  }

  private take(sample: RuleSample): void {
    if (sample.isBad || (sample.value === null && !this.isByOwnClock)) return;
    const newest = this.taken.at(-1);
    if (newest && sample.minute < newest.minute) return;
    if (!this.isByOwnClock) this.synchronize(sample);
    this.taken.push(sample);
    this.judged = this.isByOwnClock ? this.own : sample.minute;
    this.judge(this.judged);
  }

  /** Continues with the time of the gateway. */
  private synchronize({ minute }: RuleSample): void {
    const lag = this.own - minute;
    this.judgeUpTo(this.lag === null ? this.own : minute);
    if (this.lag === null && this.since !== null) this.since -= lag;
    if (this.startedAt !== null) this.lag = lag;
  }

  private judgeUpTo(minute: number): void {
    while (this.judged < minute) this.judge(++this.judged);
  }

  private keepHours(judges: boolean): void {
    const open = this.hours.isOpen(this.own);
    if (open && this.startedAt === null) {
      this.startedAt = this.own;
      this.firstOfWindow = Math.max(0, this.taken.length - 1);
      this.lag = null;
      this.judged = this.own - 1;
      if (judges) this.judgeUpTo(this.own);
    } else if (!open && this.startedAt !== null) {
      if (this.active) this.end(this.own);
      this.startedAt = null;
      this.active = false;
      this.since = null;
    }
  }

  private judge(minute: number): void {
    if (this.startedAt === null) return;
    const holds = this.holds(minute);
    if (holds === null) return;
    if (holds === this.active) {
      this.since = null;
      return;
    }
    this.since = Math.min(this.since ?? minute, minute);
    // After a restart, the minutes in which no process ran are skipped, so the delay may have ended before this minute.
    const due = this.since + (this.active ? this.given.offDelay : this.given.onDelay);
    if (minute < due) return;
    if (holds) this.raised.push({ from: due, to: null, value: this.value(minute) });
    else this.end(due);
    this.active = holds;
    this.since = null;
  }

  private end(minute: number): void {
    const last = this.raised.at(-1);
    if (last) last.to = Math.max(minute, last.from);
  }

  private value(minute: number): number | null {
    const { condition } = this.given;
    if (condition.kind === 'noData') return null;
    if (condition.kind !== 'rateOfChange') return this.taken.at(-1)?.value ?? null;
    const step = condition.minutes / 20;
    const slotOf = (at: number) => Math.floor((this.hours.epochMinute + at) / step);
    const inWindow = this.taken
      .slice(this.firstOfWindow)
      .filter((sample) => slotOf(minute) - slotOf(sample.minute) < 20)
      .map(({ value }) => value ?? 0);
    return inWindow.length === 0 ? 0 : Math.max(...inWindow) - Math.min(...inWindow);
  }

  private holds(minute: number): boolean | null {
    const { condition } = this.given;
    if (condition.kind === 'noData') {
      const newest = this.taken.at(-1)?.minute ?? this.startedAt ?? 0;
      return minute - newest >= condition.minutes;
    }
    const value = this.value(minute);
    if (value === null) return null;
    if (condition.kind === 'unchanged') {
      const known = this.taken.slice(this.firstOfWindow);
      const equal = known.slice(known.findLastIndex((sample) => sample.value !== value) + 1);
      return (equal.at(-1)?.minute ?? 0) - (equal[0]?.minute ?? 0) >= condition.minutes;
    }
    const margin = this.active ? condition.deadband : 0;
    if (condition.kind === 'rateOfChange') return value >= condition.delta - margin;
    const distance = value - condition.threshold;
    return {
      gt: distance > -margin,
      gte: distance >= -margin,
      lt: distance < margin,
      lte: distance <= margin,
      eq: Math.abs(distance) <= margin,
      ne: Math.abs(distance) > condition.deadband,
    }[condition.comparison];
  }
}
