import type { AlertRuleEntity } from '@app/entities';
import fc from 'fast-check';
import { casesWithRestarts, ruleSettings, samplesWith } from '../../../../../test/factories/rule-cases';
import {
  ownMinute,
  receivedSamples,
  type RuleCase,
  type RuleHours,
  type RuleRaise,
  type RuleSample,
  SlowRule,
} from '../../../../../test/factories/slow-rule';
import { type CalendarHours, hoursPeriodAt, isOpen } from '../calendars/calendar-hours';
import { type BookEntry, RuleBook, RuleDraft } from './rule-book';
import { resumedRun, toProgress, toStored } from './rule-progress';
import { ALWAYS, beginRun, runSampled, runTicked, type RunTransition, type ScheduledRule } from './rule-run';
import { counts, type Sample } from './rule-state';
import { RuleTrial } from './rule-trial';

const MINUTE_MS = 60_000;
/** The tested hours include a clock change. */
const STARTS_MS = ['2026-10-24T12:00:00Z', '2026-03-28T12:00:00Z'].map((iso) => Date.parse(iso));
const MINUTES = 36 * 60;
const ZONE = 'Europe/Berlin';

const daily = (from: string, to: string): CalendarHours => ({
  timezone: null,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to })),
  exceptions: [],
});
const CALENDARS = [null, daily('22:00', '04:30'), daily('02:15', '02:45'), daily('08:00', '18:00')];

/** A case with the number of its calendar, and the number of its start. */
type Case = RuleCase & { calendar: number; start: number };

const schedules = {
  calendar: fc.integer({ min: 0, max: CALENDARS.length - 1 }),
  start: fc.integer({ min: 0, max: STARTS_MS.length - 1 }),
};
const cases: fc.Arbitrary<Case> = fc.record({
  ...ruleSettings,
  ...schedules,
  samples: samplesWith(fc.constant(0), MINUTES),
});
/** Samples arrive after their timestamps, each with its own lag. */
const casesWithLag: fc.Arbitrary<Case> = fc.record({
  ...ruleSettings,
  calendar: fc.constant(0),
  start: fc.constant(0),
  samples: samplesWith(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 60 })), MINUTES),
});

const allCases: fc.Arbitrary<Case> = fc
  .tuple(casesWithRestarts(MINUTES), fc.record(schedules))
  .map(([given, schedule]) => ({ ...given, ...schedule }));

function ruleOf({ condition, onDelay, offDelay, calendar }: Case): ScheduledRule {
  const hoursAt = periodAt[calendar];
  return {
    condition,
    onDelayMs: onDelay * MINUTE_MS,
    offDelayMs: offDelay * MINUTE_MS,
    hoursAt: (atMs) => hoursAt?.(atMs) ?? ALWAYS,
  };
}

const startMsOf = ({ start }: Case) => STARTS_MS[start] ?? 0;
const msOf = (given: Case, minute: number) => startMsOf(given) + minute * MINUTE_MS;
const minuteOf = (given: Case, ms: number) => (ms - startMsOf(given)) / MINUTE_MS;

/** Whether a calendar is open at an instant. All cases ask about the same instants. */
const openAt = CALENDARS.map((calendar) => remembered((atMs) => !calendar || isOpen(calendar, atMs, ZONE)));
const periodAt = CALENDARS.map((calendar) =>
  remembered((atMs) => (calendar ? hoursPeriodAt(calendar, atMs, ZONE) : ALWAYS)),
);

function remembered<Result>(compute: (atMs: number) => Result): (atMs: number) => Result {
  const known = new Map<number, Result>();
  return (atMs) => {
    const result = known.get(atMs) ?? compute(atMs);
    known.set(atMs, result);
    return result;
  };
}

function slowHours(given: Case): RuleHours {
  const isOpenAt = openAt[given.calendar];
  return {
    isOpen: (minute) => isOpenAt?.(msOf(given, minute)) ?? true,
    epochMinute: startMsOf(given) / MINUTE_MS,
  };
}

/** Collects the periods in which the alert of a rule is raised. */
class RaiseLog {
  readonly raised: RuleRaise[] = [];

  constructor(private readonly given: Case) {}

  record(transitions: readonly RunTransition[]): void {
    for (const { kind, atMs, value } of transitions) {
      const last = this.raised.at(-1);
      const minute = minuteOf(this.given, atMs);
      if (kind === 'raise') this.raised.push({ from: minute, to: null, value });
      else if (last) last.to = Math.max(minute, last.from);
    }
  }
}

/** Runs a rule over samples that arrive at their timestamps. */
function trialOf(given: Case): RuleRaise[] {
  const trial = new RuleTrial(ruleOf(given), startMsOf(given));
  for (const { minute, value } of given.samples) {
    if (minute < MINUTES) trial.take({ atMs: msOf(given, minute), value });
  }
  trial.advance(msOf(given, MINUTES));
  return trial.raised.map(({ from, to, value }) => ({
    from: minuteOf(given, from.getTime()),
    to: to && minuteOf(given, to.getTime()),
    value,
  }));
}

/** Evaluates a rule as a worker does: once a minute, and at the arrival of each sample. */
function liveOf(given: Case): RuleRaise[] {
  const worker = new Worker(given);
  for (let now = 0; now <= MINUTES; now++) {
    worker.tick(now);
    for (const sample of now < MINUTES ? given.samples : []) {
      if (sample.arrival === now) worker.take(sample, now);
    }
  }
  return worker.raised;
}

/** Evaluates a rule by the service's own clock, and restarts the worker. It then has only what was stored. */
function restartedOf(given: Case): RuleRaise[] {
  const { downs = [] } = given;
  const received = receivedSamples(given, MINUTES);
  const worker = new Worker(given);
  for (let minute = 0; minute <= MINUTES; minute++) {
    if (downs.some(({ from, to }) => minute >= from && minute < to)) continue;
    const now = ownMinute(given, minute);
    const isRestarted = downs.some(({ to }) => to === minute);
    if (isRestarted) worker.restart(now);
    else worker.tick(now);
    for (const sample of received[minute] ?? []) worker.take(sample, now);
    if (isRestarted) worker.tick(now);
  }
  return worker.raised;
}

/** Keeps the progress of a rule in memory and in a database, as the evaluator does. */
class Worker {
  private readonly log: RaiseLog;
  private readonly scheduled: ScheduledRule;
  private readonly rule: AlertRuleEntity;
  private entry: BookEntry;
  private book: RuleBook;
  private stored = '';
  /** The last value of the point. */
  private last: Sample | null = null;

  constructor(private readonly given: Case) {
    this.log = new RaiseLog(given);
    this.scheduled = ruleOf(given);
    this.rule = { kind: given.condition.kind, areaId: null } as AlertRuleEntity;
    this.forget();
    this.evaluate((draft) => draft.add(this.entry, beginRun(this.scheduled, null, null, msOf(given, 0))));
  }

  get raised(): RuleRaise[] {
    return this.log.raised;
  }

  tick(now: number): void {
    this.evaluate((draft) =>
      draft.update(this.entry, (run) => runTicked(this.scheduled, run, msOf(this.given, now))),
    );
  }

  take({ minute, value, isBad = false }: RuleSample, now: number): void {
    const sample = isBad ? null : { atMs: msOf(this.given, minute), value };
    this.last = sample;
    this.evaluate((draft) => {
      if (sample && counts(this.given.condition, sample, null))
        draft.update(this.entry, (run) => runSampled(this.scheduled, run, sample, msOf(this.given, now)));
      else draft.keepNewest(this.entry);
    });
  }

  restart(now: number): void {
    this.forget();
    const progress = toProgress(JSON.parse(this.stored));
    const resumed = resumedRun(this.rule, this.scheduled, progress, this.last, msOf(this.given, now));
    this.entry.stored = resumed.stored;
    this.evaluate((draft) => draft.add(this.entry, resumed.evaluation));
  }

  private forget(): void {
    this.entry = { rule: this.rule, scheduled: this.scheduled, run: null, stored: null };
    this.book = new RuleBook(new Map([[1, this.entry]]), '');
  }

  private evaluate(change: (draft: RuleDraft) => void): void {
    const draft = new RuleDraft();
    change(draft);
    for (const { run } of draft.stored) this.stored = JSON.stringify(toStored(run));
    for (const { transitions } of draft.outcomes) this.log.record(transitions);
    this.book.commit(draft);
  }
}

const zeroAt = (minute: number, arrival = minute): RuleSample => ({ minute, arrival, value: 0 });

/** Few of the random cases may raise an alert. */
const RAISED: Case = {
  condition: { kind: 'threshold', comparison: 'lte', threshold: 0, deadband: 0 },
  onDelay: 10,
  offDelay: 5,
  calendar: 0,
  start: 0,
  samples: [zeroAt(5), { ...zeroAt(100), value: 1 }, zeroAt(200)],
};

it('a trial takes a late value when the hours have ended as if it arrived with the newest value', () => {
  // The hours end at minute 240.
  const given: Case = {
    condition: { kind: 'threshold', comparison: 'lte', threshold: 0, deadband: 0 },
    onDelay: 0,
    offDelay: 0,
    calendar: 3,
    start: 0,
    samples: [zeroAt(98), zeroAt(240), zeroAt(239, 240)],
  };
  const expected = new SlowRule(given, slowHours(given)).run(MINUTES).raised;
  expect(expected[0]).toEqual({ from: 98, to: 240, value: 0 });
  expect(trialOf(given)).toEqual(expected);
});

it('a restart keeps the time since the first of the equal values', () => {
  const given: Case = {
    condition: { kind: 'unchanged', minutes: 20 },
    onDelay: 0,
    offDelay: 0,
    calendar: 0,
    start: 0,
    samples: [{ ...zeroAt(0), value: 1 }, zeroAt(5), zeroAt(8), zeroAt(24), zeroAt(30)],
    downs: [{ from: 10, to: 12 }],
  };
  expect(restartedOf(given)).toEqual([{ from: 30, to: null, value: 0 }]);
});

it.each<[string, fc.Arbitrary<Case>, (given: Case) => RuleRaise[]]>([
  ['gaps, late values and days of 23 and 25 hours', cases, trialOf],
  ['gaps, and values that arrive with a lag', casesWithLag, liveOf],
  ['restarts, bad values and corrections of the clock', allCases, restartedOf],
])(
  'a rule gives the same result as a slow model that evaluates each minute, with %s',
  (_, arbitrary, run) => {
    fc.assert(
      fc.property(arbitrary, (given) => {
        const expected = new SlowRule(given, slowHours(given)).run(MINUTES).raised;
        expect(run(given)).toEqual(expected);
      }),
      { numRuns: 60, examples: [[RAISED]] },
    );
  },
  // Each case has 2,160 minutes. On a busy machine, all cases take more than a minute.
  240_000,
);
