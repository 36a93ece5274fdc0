import fc from 'fast-check';
import { type CalendarHours, hoursPeriodAt, isOpen } from '../calendars/calendar-hours';
import type { RuleCondition } from './rule-condition';
import { ALWAYS, type ScheduledRule } from './rule-run';
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

interface Case {
  condition: RuleCondition;
  onDelay: number;
  offDelay: number;
  calendar: number;
  /** In the order of arrival. A sample may have an earlier minute than the one before it. */
  samples: { minute: number; value: number | null }[];
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
const samples = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 150 })),
      lateBy: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 30 })),
      value: fc.oneof({ weight: 8, arbitrary: level }, fc.constant(null)),
    }),
    { maxLength: 80 },
  )
  .map((steps) => {
    let minute = 0;
    return steps.flatMap(({ gap, lateBy, value }) => {
      minute += gap;
      return minute < MINUTES ? [{ minute: Math.max(0, minute - lateBy), value }] : [];
    });
  });
const cases: fc.Arbitrary<Case> = fc.record({
  condition: conditions,
  onDelay: fc.constantFrom(0, 1, 5, 30),
  offDelay: fc.constantFrom(0, 1, 10, 45),
  calendar: fc.integer({ min: 0, max: CALENDARS.length - 1 }),
  samples,
});

/** A slow model of a rule. In each minute, it evaluates the rule over all values so far. */
class SlowRule {
  readonly raised: { from: number; to: number | null; value: number | null }[] = [];
  private readonly taken: { minute: number; value: number | null }[] = [];
  private startedAt: number | null = null;
  private firstOfWindow = 0;
  private active = false;
  private since: number | null = null;

  constructor(private readonly given: Case) {}

  run(): this {
    for (let minute = 0; minute <= MINUTES; minute++) {
      if (this.startedAt !== null) this.judge(minute);
      this.keepHours(minute);
      for (const sample of this.arrivingAt(minute)) {
        if (sample.value === null && this.given.condition.kind !== 'noData') continue;
        this.taken.push(sample);
        if (this.startedAt !== null) this.judge(minute);
      }
    }
    return this;
  }

  /** Returns the usable samples of a minute, without those that arrived after a newer sample. */
  private arrivingAt(minute: number) {
    const { samples: all, condition } = this.given;
    const usable = all.filter(({ value }) => value !== null || condition.kind === 'noData');
    return usable.filter(
      (sample, index) =>
        minute < MINUTES &&
        sample.minute === minute &&
        usable.slice(0, index).every((earlier) => earlier.minute <= sample.minute),
    );
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
    const holds = this.holds(minute);
    if (holds === null) return;
    if (holds === this.active) {
      this.since = null;
      return;
    }
    this.since ??= minute;
    if (minute - this.since < (this.active ? this.given.offDelay : this.given.onDelay)) return;
    if (holds) this.raised.push({ from: minute, to: null, value: this.value(minute) });
    else this.end(minute);
    this.active = holds;
    this.since = null;
  }

  private end(minute: number): void {
    const last = this.raised.at(-1);
    if (last) last.to = minute;
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

function trialOf({ condition, onDelay, offDelay, calendar, samples: all }: Case): RuleTrial {
  const hours = CALENDARS[calendar];
  const rule: ScheduledRule = {
    condition,
    onDelayMs: onDelay * MINUTE_MS,
    offDelayMs: offDelay * MINUTE_MS,
    hoursAt: (atMs) => (hours ? hoursPeriodAt(hours, atMs, ZONE) : ALWAYS),
  };
  const trial = new RuleTrial(rule, START_MS);
  for (const { minute, value } of all) trial.take({ atMs: START_MS + minute * MINUTE_MS, value });
  trial.advance(START_MS + MINUTES * MINUTE_MS);
  return trial;
}

const toMinute = (at: Date | null) => at && (at.getTime() - START_MS) / MINUTE_MS;

it('a rule gives the same result as a slow model that evaluates each minute, also with gaps, late values and clock changes', () => {
  let raises = 0;
  fc.assert(
    fc.property(cases, (given) => {
      const expected = new SlowRule(given).run().raised;
      raises += expected.length;
      const found = trialOf(given).raised;
      expect(found.map(({ from, to, value }) => ({ from: toMinute(from), to: toMinute(to), value }))).toEqual(
        expected,
      );
    }),
    { numRuns: 400 },
  );
  expect(raises).toBeGreaterThan(200);
}, 60_000);
