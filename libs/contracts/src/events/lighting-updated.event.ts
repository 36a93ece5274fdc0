import { defineEvent } from '../define-event';

/** The state that one light of a label reports. */
export interface LightGroup {
  deviceId: string;
  /** Null if it is not known. */
  on: boolean | null;
  /** Percent; null if the light cannot be dimmed, or if its level is not known. */
  level: number | null;
}

/** The result of a command for one light. */
export interface LightResult {
  deviceId: string;
  success: boolean;
  /** Why the light did not accept the command. */
  error?: string;
  /** The code of the error, for programs. */
  code?: string;
}

export interface LightingUpdate {
  labelId: string;
  /** Whether at least one light is on; `half` if all lights have accepted the command `half`. */
  on: boolean | 'half';
  /** All lights of the label. */
  groups: LightGroup[];
  /** The results of a command; empty if the lights report a change without a command. */
  results: LightResult[];
}

/** A command has ended, or a light of a label has reported another state. */
export const lightingUpdated = defineEvent<LightingUpdate>('lighting-updated');
