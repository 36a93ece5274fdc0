import type { LightGroup } from '@app/contracts';
import type { LightingAction } from './lighting-command';
import { hasChanged, type LightingRun, type LightOutcome } from './lighting-run';
import type { LabelState } from './reported-state';

const CHANGED = 'lighting.changed';

/** The payload of the event `lighting.changed`. */
export interface LightingChange {
  event: typeof CHANGED;
  labelId: string;
  /** Whether at least one light of the label is on. */
  on: boolean;
  action: LightingAction;
  /** The lights that have changed. */
  devices: LightGroup[];
  username: string;
  /** The execution that sent the command; null if a user sent it. */
  executionId: string | null;
}

/** @returns null if the command has not changed any light */
export function lightingChange(
  { actor, label, command, execution }: LightingRun,
  outcomes: readonly LightOutcome[],
  after: LabelState,
): LightingChange | null {
  const changed = new Set(outcomes.filter(hasChanged).map(({ result }) => result.deviceId));
  if (changed.size === 0) return null;
  return {
    event: CHANGED,
    labelId: label.id,
    on: after.on,
    action: command.action,
    devices: after.devices.filter(({ deviceId }) => changed.has(deviceId)),
    username: actor.name,
    executionId: execution?.id ?? null,
  };
}

/**
 * Returns true if the event `lighting.changed` started the execution. The commands of such an execution do not record
 * the event again; otherwise, two workflows could start each other endlessly.
 */
export function isCausedByLighting(cause: { trigger: string; triggerData: unknown } | null): boolean {
  if (cause?.trigger !== 'event') return false;
  return (cause.triggerData as Partial<LightingChange> | null)?.event === CHANGED;
}
