import type { LightResult } from '@app/contracts';
import type { PointWriteEntity, SceneLabel } from '@app/entities';
import { type Actor, matchesReading } from '@app/kernel';
import type { Repeat } from '../../platform/idempotency/idempotency.service';
import type { LightingCommand, LightTarget } from './lighting-command';
import type { LabelState, PointValues } from './reported-state';

/** The user or the workflow that sends a command. */
export interface LightingAuthor {
  actor: Actor;
  /** The execution that sends the command. Aborting the signal stops its writes. */
  execution?: { id: string; workflowId: string; signal: AbortSignal };
  /** Set if the request has an idempotency key. */
  repeat?: Repeat;
}

/** A command that has the exclusive right to control its label. */
export interface LightingRun extends LightingAuthor {
  commandId: string;
  label: SceneLabel;
  command: LightingCommand;
  targets: readonly LightTarget[];
  /** The values that the points of the label reported when the command began. */
  before: PointValues;
}

/** The result of a command. */
export interface LightingOutcome {
  /** True if all lights have accepted the command. */
  success: boolean;
  results: LightResult[];
  /** Whether at least one light of the label is on after the command. */
  on: boolean;
}

/** The outcome of an earlier request with the same idempotency key. */
export interface EarlierCommand {
  outcome: LightingOutcome;
}

/** The outcome of a command for one light. */
export interface LightOutcome {
  result: LightResult;
  /** The writes that succeeded, even if a later write failed. */
  writes: readonly PointWriteEntity[];
}

export function outcomeOf(outcomes: readonly LightOutcome[], { on }: LabelState): LightingOutcome {
  const results = outcomes.map(({ result }) => result);
  return { success: results.every(({ success }) => success), results, on };
}

/** True if a write has changed the value of a point. */
export function hasChanged({ writes }: LightOutcome): boolean {
  return writes.some(({ value, previousValue }) => !matchesReading(value, previousValue, 0));
}

/** Returns the reported values after a command. Values that were read back replace the stored ones. */
export function valuesAfter(values: PointValues, outcomes: readonly LightOutcome[]): PointValues {
  const after = new Map(values);
  for (const { code, value, readValue, finishedAt, at } of outcomes.flatMap(({ writes }) => writes)) {
    const timestamp = (finishedAt ?? at).toISOString();
    after.set(code, { code, value: readValue ?? value, quality: 'good', timestamp });
  }
  return after;
}
