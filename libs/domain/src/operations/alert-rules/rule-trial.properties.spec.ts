import type { RuleCondition } from '@app/entities';
import fc from 'fast-check';
import { type CalendarHours, hoursPeriodAt, isOpen } from '../calendars/calendar-hours';
import { ALWAYS, beginRun, type RunEvaluation, runSampled, runTicked, type ScheduledRule } from './rule-run';
import { RuleTrial } from './rule-trial';

const MINUTE_MS = 60_000;
/** The tested hours include a clock change. */
const START_MS = Date.parse('2026-10-24T12:00:00Z');
const MINUTES = 36 * 60;
const ZONE = 'Europe/Berlin';

const daily = (from: string, to: string): CalendarHours => ({
  timezone: null,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to })),
  exceptions: [],
});
const CALENDARS = [null, daily('22:00', '04:30'), daily('02:15', '02:45'), daily('08:00', '18:00')];
const OPEN = CALENDARS.map((calendar) =>
  Array.from(
    { length: MINUTES + 1 },
    (_, minute) => !calendar || isOpen(calendar, START_MS + minute * MINUTE_MS, ZONE),
  ),
);

interface TestSample {
  /** The minute of its timestamp. */
  minute: number;
  /** The minute in which it arrives. */
  arrival: number;
  value: number | null;
}

interface Case {
  condition: RuleCondition;
  onDelay: number;
  offDelay: number;
  calendar: number;
  /** In the order of arrival. A sample may have an earlier minute than the one before it. */
  samples: TestSample[];
}

const minutes = fc.constantFrom(20, 40, 100);
const level = fc.integer({ min: 0, max: 20 });
const conditions: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('threshold' as const),
    comparison: fc.constantFrom(
      'gt' as const,
      'gte' as const,
      'lt' as const,
      'lte' as const,
      'eq' as const,
      'ne' as const,
    ),
    threshold: level,
    deadband: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ kind: fc.constant('noData' as const), minutes }),
  fc.record({
    kind: fc.constant('rateOfChange' as const),
    delta: fc.integer({ min: 5, max: 12 }),
    minutes,
    deadband: fc.integer({ min: 0, max: 4 }),
  }),
);
const samplesWith = (lag: fc.Arbitrary<number>): fc.Arbitrary<TestSample[]> =>
  fc
    .array(
      fc.record({
        gap: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 150 })),
        lateBy: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 30 })),
        lag,
        value: fc.oneof({ weight: 8, arbitrary: level }, fc.constant(null)),
      }),
      { maxLength: 80 },
    )
    .map((steps) => {
      let latest = 0;
      let arrival = 0;
      return steps.flatMap(({ gap, lateBy, lag: ownLag, value }) => {
        latest += gap;
        if (latest >= MINUTES) return [];
        const minute = Math.max(0, latest - lateBy);
        arrival = Math.max(arrival, minute + ownLag);
        return [{ minute, arrival, value }];
      });
    });
const settings = {
  condition: conditions,
  onDelay: fc.constantFrom(0, 1, 5, 30),
  offDelay: fc.constantFrom(0, 1, 10, 45),
};
const cases: fc.Arbitrary<Case> = fc.record({
  ...settings,
  calendar: fc.integer({ min: 0, max: CALENDARS.length - 1 }),
  samples: samplesWith(fc.constant(0)),
});
/** Samples arrive after their timestamps, each with its own lag. */
const casesWithLag: fc.Arbitrary<Case> = fc.record({
  ...settings,
  calendar: fc.constant(0),
  samples: samplesWith(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 60 }))),
});

type Raised = { from: number; to: number | null; value: number | null };

/**
 * A slow model of a rule. In each minute, it evaluates the rule over all values so far. If no further value arrives, the
 * time of the gateway goes on from the timestamp of the newest value. Conditions about missing data use the own clock.
 */
class SlowRule {
  readonly raised: Raised[] = [];
  private readonly taken: TestSample[] = [];
  private startedAt: number | null = null;
  private firstOfWindow = 0;
  private active = false;
  private since: number | null = null;
  /** The time from the timestamp of the newest value to its arrival. */
  private lag = 0;
  /** The last minute for which the rule was evaluated. */
  private judged = 0;

  constructor(private readonly given: Case) {}

  run(): this {
    const isByOwnClock = this.given.condition.kind === 'noData';
    for (let minute = 0; minute <= MINUTES; minute++) {
      this.judgeUpTo(minute - this.lag);
      this.keepHours(minute);
      for (const sample of this.arrivingAt(minute)) {
        if (!isByOwnClock) {
          this.judgeUpTo(sample.minute);
          this.lag = minute - sample.minute;
        }
        this.taken.push(sample);
        this.judged = isByOwnClock ? minute : sample.minute;
        this.judge(this.judged);
      }
    }
    return this;
  }

  /** Returns the usable samples that arrive in a minute, without those that arrive after a newer sample. */
  private arrivingAt(minute: number): TestSample[] {
    const { samples: all, condition } = this.given;
    const usable = all.filter(({ value }) => value !== null || condition.kind === 'noData');
    return usable.filter(
      (sample, index) =>
        minute < MINUTES &&
        sample.arrival === minute &&
        usable.slice(0, index).every((earlier) => earlier.minute <= sample.minute),
    );
  }

  private judgeUpTo(minute: number): void {
    while (this.judged < minute) this.judge(++this.judged);
  }

  private keepHours(minute: number): void {
    const open = OPEN[this.given.calendar]?.[minute];
    if (open && this.startedAt === null) {
      this.startedAt = minute;
      this.firstOfWindow = Math.max(0, this.taken.length - 1);
      this.judge(minute);
    } else if (!open && this.startedAt !== null) {
      if (this.active) this.end(minute);
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
    if (minute - this.since < (this.active ? this.given.offDelay : this.given.onDelay)) return;
    if (holds) this.raised.push({ from: minute, to: null, value: this.value(minute) });
    else this.end(minute);
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
    if (condition.kind === 'threshold') return this.taken.at(-1)?.value ?? null;
    const step = condition.minutes / 20;
    const slotOf = (at: number) => Math.floor((START_MS / MINUTE_MS + at) / step);
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

function ruleOf({ condition, onDelay, offDelay, calendar }: Case): ScheduledRule {
  const hours = CALENDARS[calendar];
  return {
    condition,
    onDelayMs: onDelay * MINUTE_MS,
    offDelayMs: offDelay * MINUTE_MS,
    hoursAt: (atMs) => (hours ? hoursPeriodAt(hours, atMs, ZONE) : ALWAYS),
  };
}

const msOf = (minute: number) => START_MS + minute * MINUTE_MS;
const minuteOf = (ms: number) => (ms - START_MS) / MINUTE_MS;

/** Runs a rule over samples that arrive at their timestamps. */
function trialOf(given: Case): Raised[] {
  const trial = new RuleTrial(ruleOf(given), START_MS);
  for (const { minute, value } of given.samples) {
    if (minute < MINUTES) trial.take({ atMs: msOf(minute), value });
  }
  trial.advance(msOf(MINUTES));
  return trial.raised.map(({ from, to, value }) => ({
    from: minuteOf(from.getTime()),
    to: to && minuteOf(to.getTime()),
    value,
  }));
}

/** Evaluates a rule as a worker does: once a minute, and at the arrival of each sample. */
function liveOf(given: Case): Raised[] {
  const rule = ruleOf(given);
  const raised: Raised[] = [];
  const record = ({ run, transitions }: RunEvaluation) => {
    for (const { kind, atMs, value } of transitions) {
      const last = raised.at(-1);
      if (kind === 'raise') raised.push({ from: minuteOf(atMs), to: null, value });
      else if (last) last.to = Math.max(minuteOf(atMs), last.from);
    }
    return run;
  };
  let run = record(beginRun(rule, null, null, START_MS));
  for (let now = 0; now <= MINUTES; now++) {
    run = record(runTicked(rule, run, msOf(now)));
    for (const { minute, arrival, value } of now < MINUTES ? given.samples : []) {
      if (arrival !== now) continue;
      run = record(runSampled(rule, run, { atMs: msOf(minute), value }, msOf(now)));
    }
  }
  return raised;
}

it.each([
  ['gaps, late values and clock changes', cases, trialOf],
  ['gaps, and values that arrive with a lag', casesWithLag, liveOf],
])(
  'a rule gives the same result as a slow model that evaluates each minute, with %s',
  (_, arbitrary, run) => {
    let raises = 0;
    fc.assert(
      fc.property(arbitrary, (given) => {
        const expected = new SlowRule(given).run().raised;
        raises += expected.length;
        expect(run(given)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
    expect(raises).toBeGreaterThan(200);
  },
  60_000,
);
