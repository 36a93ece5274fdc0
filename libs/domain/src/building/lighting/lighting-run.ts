import type { LightResult } from '@app/contracts';
import type { PointWriteEntity, SceneLabel } from '@app/entities';
import { type Actor, matchesReading } from '@app/kernel';
import type { Repeat } from '../../platform/idempotency/idempotency.service';
import type { LightingCommand, LightTarget } from './lighting-command';
import type { LabelState, PointValues } from './reported-state';

/** Who commands the lights. */
export interface LightingAuthor {
  actor: Actor;
  /** The execution of a workflow that commands the lights, and the signal that stops its writes. */
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
}

/** The result of a command. */
export interface LightingOutcome {
  /** Whether all lights have accepted the command. */
  success: boolean;
  results: LightResult[];
  /** Whether at least one light of the label is on after the command. */
  on: boolean;
}

/** The outcome of an earlier request with the same idempotency key. */
export interface EarlierCommand {
  outcome: LightingOutcome;
}

/** How a command ended for one light. */
export interface LightOutcome {
  result: LightResult;
  /** The writes that were carried out, also if a later one failed. */
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

/** Returns the reported values after a command: those that were read back replace the stored ones. */
export function valuesAfter(values: PointValues, outcomes: readonly LightOutcome[]): PointValues {
  const after = new Map(values);
  for (const { code, value, readValue, finishedAt, at } of outcomes.flatMap(({ writes }) => writes)) {
    const timestamp = (finishedAt ?? at).toISOString();
    after.set(code, { code, value: readValue ?? value, quality: 'good', timestamp });
  }
  return after;
}
