import type { PointValue } from '@app/contracts';
import fc from 'fast-check';
import type { HoldSettings } from '../../platform/occurrences/hold-settings';
import { type HoldListener, Listeners } from '../../platform/occurrences/listeners';
import { HoldBook, type HoldEntry } from './hold-book';
import { type HeldChange, HoldRound } from './hold-round';
import { restored } from './hold-state';

const SECOND_MS = 1000;
const START_MS = Date.parse('2026-05-04T10:00:00Z');
const CODE = 'T1';
const WORKFLOW = 'w';

type Settings = Pick<HoldSettings, 'above' | 'below' | 'hysteresis' | 'onStart'> & { forSeconds: number };

/** The events of one second: a value arrives, the worker restarts, or nothing happens. */
type Second = { value: number | null; isBad: boolean; lateBy: number } | 'restart' | 'nothing';

interface Case {
  settings: Settings;
  /** The last value before the trigger begins to follow values; null if there is none. */
  first: number | null;
  seconds: Second[];
}

const level = fc.integer({ min: 0, max: 10 });
const cases: fc.Arbitrary<Case> = fc.record({
  settings: fc
    .record({
      limits: fc.constantFrom<[number | null, number | null]>([6, null], [null, 4], [7, 3]),
      hysteresis: fc.integer({ min: 0, max: 3 }),
      forSeconds: fc.constantFrom(0, 1, 3, 10),
      onStart: fc.boolean(),
    })
    .map(({ limits: [above, below], ...rest }) => ({ above, below, ...rest })),
  first: fc.option(level),
  seconds: fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          value: fc.oneof({ weight: 8, arbitrary: level }, fc.constant(null)),
          isBad: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, fc.constant(true)),
          lateBy: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 5 })),
        }),
      },
      { weight: 1, arbitrary: fc.constant('restart' as const) },
      { weight: 6, arbitrary: fc.constant('nothing' as const) },
    ),
    { minLength: 20, maxLength: 120 },
  ),
});

/** An execution: the second in which it started, the crossed limit and the value. */
type Started = [second: number, crossed: string, value: unknown];

/** A slow model of one side of a trigger. Every second, it evaluates all values so far. */
class SlowSide {
  readonly started: Started[] = [];
  private acted = false;
  private beyondSince: number | null = null;
  /** Seconds from the timestamp of the newest usable value to its arrival. */
  private lag = 0;
  /**
   * Seconds from the timestamp of the value that started the delay to its arrival. After a restart, only this lag is
   * known.
   */
  private firstLag = 0;

  constructor(
    private readonly side: 'above' | 'below',
    private readonly limit: number,
    private readonly settings: Settings,
    first: number | null,
  ) {
    if (first === null || !this.isBeyond(first)) return;
    if (settings.onStart) this.observe(0, 0, first);
    else this.acted = true;
  }

  /**
   * @param second the time of arrival, in seconds since the start
   * @param measured the timestamp of the value, in seconds since the start
   */
  observe(second: number, measured: number, value: number): void {
    this.lag = second - measured;
    if (!this.isBeyond(value)) {
      this.acted = false;
      this.beyondSince = null;
      return;
    }
    if (this.acted) return;
    if (this.beyondSince === null) this.firstLag = this.lag;
    this.beyondSince ??= measured;
    if (measured - this.beyondSince >= this.settings.forSeconds) this.act(second, value);
  }

  restart(): void {
    this.lag = this.firstLag;
  }

  /** @param shown the newest value, even if it is not usable */
  pass(second: number, shown: unknown): void {
    if (this.beyondSince !== null && second - this.lag - this.beyondSince >= this.settings.forSeconds)
      this.act(second, shown);
  }

  private isBeyond(value: number): boolean {
    const margin = this.acted ? this.settings.hysteresis : 0;
    return this.side === 'above' ? value > this.limit - margin : value < this.limit + margin;
  }

  private act(second: number, shown: unknown): void {
    this.started.push([second, this.side, shown]);
    this.acted = true;
    this.beyondSince = null;
  }
}

function expected({ settings, first, seconds }: Case): Started[] {
  const sides = (['above', 'below'] as const).flatMap((side) => {
    const limit = settings[side];
    return limit === null ? [] : [new SlowSide(side, limit, settings, first)];
  });
  let newest = first === null ? Number.NEGATIVE_INFINITY : -1;
  let shown: unknown = first;
  seconds.forEach((what, index) => {
    const second = index + 1;
    if (typeof what === 'object' && second - what.lateBy > newest) {
      newest = second - what.lateBy;
      shown = what.value;
      if (!what.isBad && what.value !== null) {
        for (const side of sides) side.observe(second, newest, what.value);
      }
    }
    for (const side of sides) {
      if (what === 'restart') side.restart();
      side.pass(second, shown);
    }
  });
  return sides.flatMap(({ started }) => started).toSorted(byTime);
}

const byTime = ([one, a]: Started, [other, b]: Started) => one - other || a.localeCompare(b);

/** Drives the real evaluation. In each second, values arrive in order, followed by a tick. */
class Trial {
  readonly started: Started[] = [];
  private readonly listeners: Listeners;
  private readonly last = new Map<string, PointValue>();
  private book = new HoldBook();
  private second = 0;

  constructor({ forSeconds, ...rest }: Settings, first: number | null) {
    const hold = { ...rest, forMs: forSeconds * SECOND_MS };
    const listener: HoldListener = {
      workflowId: WORKFLOW,
      revision: 1,
      mode: 'parallel',
      kind: 'state_change',
      condition: null,
      hold,
    };
    this.listeners = new Listeners([[[CODE], listener]]);
    if (first !== null) this.last.set(CODE, valueAt(-1, first, false));
    this.book.add(WORKFLOW, '1', []);
    this.run((round) => round.start(new Set([WORKFLOW]), this.last));
  }

  pass(what: Second): void {
    this.second += 1;
    if (what === 'restart') this.restart();
    else if (what !== 'nothing') this.take(valueAt(this.second - what.lateBy, what.value, what.isBad));
    this.run((round) => round.endTimes(this.last, 100));
  }

  /** A value that is older than the last one is dropped before the triggers evaluate it. */
  private take(value: PointValue): void {
    const known = this.last.get(CODE);
    if (known && value.timestamp <= known.timestamp) return;
    this.run((round) => round.takeIn([value], this.last));
    this.last.set(CODE, value);
  }

  /** Keeps only the stored rows. */
  private restart(): void {
    const entries = this.rows.map(({ state, ...key }): HoldEntry => ({
      ...key,
      state: state && restored(state.sinceMs, state.lagMs),
    }));
    this.book = new HoldBook();
    this.book.add(WORKFLOW, '1', entries);
    this.stored = new Map(this.rows.map((row) => [row.side, row]));
  }

  private stored = new Map<string, HoldEntry>();

  private get rows(): HoldEntry[] {
    return [...this.stored.values()].filter(({ state }) => state !== null);
  }

  private run(start: (round: HoldRound) => Generator<void, void>): void {
    const judge = { isTrue: () => true, readsQuality: () => false };
    const round = new HoldRound(this.book, this.listeners, judge, START_MS + this.second * SECOND_MS);
    const work = start(round);
    while (!work.next().done);
    for (const entry of this.book.changes) this.stored.set(entry.side, { ...entry });
    this.book.commit(this.listeners);
    for (const { payload } of round.occurrences) {
      const { value, crossed } = payload as HeldChange;
      this.started.push([this.second, String(crossed), value]);
    }
  }
}

function valueAt(second: number, value: number | null, isBad: boolean): PointValue {
  const timestamp = new Date(START_MS + second * SECOND_MS).toISOString();
  return { code: CODE, value, quality: isBad ? 'bad' : 'good', timestamp };
}

it('a trigger gives the same result as a slow model that evaluates all values every second, also with gaps, late values and restarts', () => {
  let rounds = 0;
  let executions = 0;
  fc.assert(
    fc.property(cases, (given) => {
      const trial = new Trial(given.settings, given.first);
      for (const second of given.seconds) trial.pass(second);
      const found = expected(given);
      rounds += 1;
      executions += found.length;
      expect(trial.started.toSorted(byTime)).toEqual(found);
    }),
    { numRuns: 500 },
  );
  expect(executions).toBeGreaterThan(2 * rounds);
}, 60_000);
