import {
  beginRun,
  type RunTransition,
  type RuleRun,
  runSampled,
  runTicked,
  type ScheduledRule,
} from './rule-run';
import type { Sample } from './rule-state';

/** A period in which a rule would have had an active alert. */
export interface TrialRaise {
  from: Date;
  /** Null if the alert would still be active at the end. */
  to: Date | null;
  /** The value that raises the alert; for `rateOfChange`, the change that raises it; null for `noData`. */
  value: number | null;
}

/**
 * Runs a rule over samples, as if each sample arrived at its timestamp, or with the newest sample before it if it is
 * older. Before each sample, changes that have become due are applied.
 */
export class RuleTrial {
  readonly raised: TrialRaise[] = [];
  /** Number of samples. */
  evaluated = 0;
  private run: RuleRun;

  constructor(
    private readonly rule: ScheduledRule,
    private nowMs: number,
  ) {
    const { run, transitions } = beginRun(rule, null, null, nowMs);
    this.run = run;
    this.record(transitions);
  }

  take(sample: Sample): void {
    this.evaluated += 1;
    this.advance(sample.atMs);
    const { run, transitions } = runSampled(this.rule, this.run, sample, this.nowMs);
    this.run = run;
    this.record(transitions);
  }

  /** Applies the changes that are due at `atMs`. */
  advance(atMs: number): void {
    this.nowMs = Math.max(this.nowMs, atMs);
    const { run, transitions } = runTicked(this.rule, this.run, this.nowMs);
    this.run = run;
    this.record(transitions);
  }

  private record(transitions: readonly RunTransition[]): void {
    for (const { kind, atMs, value } of transitions) {
      const last = this.raised.at(-1);
      if (kind === 'raise') this.raised.push({ from: new Date(atMs), to: null, value });
      else if (last) last.to = new Date(Math.max(atMs, last.from.getTime()));
    }
  }
}
