import type { LabelDevice, LightingScene, SceneLabel } from '@app/entities';
import { DomainError, type ErrorDetail, say } from '@app/kernel';
import { numberOf, type PointValues, stateCodesOf } from './reported-state';

export type LightingAction = 'on' | 'off' | 'half' | 'dim' | 'scene';

/** A command as the caller sent it. */
export interface LightingCommand {
  action: LightingAction;
  /** The brightness in percent for `dim`, the id of a lighting scene for `scene`. Ignored by other actions. */
  value?: unknown;
  /** The ids of the devices; all devices of the label if undefined. */
  devices?: readonly string[];
}

/** The state that a command requests for a light. */
export interface LightTarget {
  device: LabelDevice;
  on: boolean;
  /** Percent; null if the command does not set the level. */
  level: number | null;
}

/** A value to write to a point. */
export interface TargetWrite {
  code: string;
  value: boolean | number;
}

const HALF = 50;
const FULL = 100;

/**
 * Returns the states that a command requests, in the order of the label's devices.
 * @throws DomainError invalid for an unknown device or a value that does not fit the action; `not_found` for an unknown
 *   lighting scene
 */
export function targetsOf(label: SceneLabel, { action, value, devices }: LightingCommand): LightTarget[] {
  const chosen = chosenDevices(label, devices);
  if (action === 'on') return chosen.map((device) => ({ device, on: true, level: null }));
  if (action === 'off') return chosen.map((device) => ({ device, on: false, level: null }));
  if (action === 'half') return halfOf(chosen);
  if (action === 'dim') return dimmed(chosen, brightnessOf(value));
  return inScene(chosen, sceneOf(label, value));
}

/**
 * Returns the writes that bring a light into the requested state. The level comes before the switch, so that a light
 * does not flash at its old level. The writes depend on the reported values in three cases: if a light at level 0 is
 * switched on, it gets the level 100; if a light without a switch is already on, it keeps its level; if a switch
 * reports numbers, it gets 1 or 0.
 */
export function writesOf({ device, on, level }: LightTarget, values: PointValues): TargetWrite[] {
  const { switchCode, levelCode } = device;
  const writes: TargetWrite[] = [];
  if (levelCode !== null) {
    const written = switchCode !== null || on ? levelFor(device, { on, level }, values) : 0;
    if (written !== null) writes.push({ code: levelCode, value: written });
  }
  if (switchCode !== null) {
    const isNumeric = typeof values.get(switchCode)?.value === 'number';
    writes.push({ code: switchCode, value: isNumeric ? Number(on) : on });
  }
  return writes;
}

/** @returns the level to write; null if the level must not change */
function levelFor(
  { switchCode, levelCode }: LabelDevice,
  { on, level }: { on: boolean; level: number | null },
  values: PointValues,
): number | null {
  if (level !== null) return level;
  if (!on) return null;
  const reported = numberOf(levelCode, values);
  if (switchCode !== null) return reported !== null && reported <= 0 ? FULL : null;
  return reported !== null && reported > 0 ? reported : FULL;
}

function chosenDevices({ devices }: SceneLabel, ids: readonly string[] | undefined): LabelDevice[] {
  if (ids === undefined) return devices;
  const known = new Set(devices.map(({ deviceId }) => deviceId));
  const unknown: ErrorDetail[] = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `devices[${index}]`, ...say('unknown_device', { id }) }],
  );
  if (unknown.length > 0) throw DomainError.invalid('Some devices do not belong to the label.', unknown);
  return devices.filter(({ deviceId }) => ids.includes(deviceId));
}

/**
 * Lights with a level are set to 50 %. Every second one of the other lights is switched on, beginning with the first.
 */
function halfOf(devices: readonly LabelDevice[]): LightTarget[] {
  const switched = devices.filter((device) => device.levelCode === null && stateCodesOf(device).length > 0);
  return devices.map((device) =>
    device.levelCode === null
      ? { device, on: switched.indexOf(device) % 2 === 0, level: null }
      : { device, on: true, level: HALF },
  );
}

/**
 * Lights without a level are switched on if the brightness is above 0. At 0, all lights are switched off and keep their
 * level.
 */
function dimmed(devices: readonly LabelDevice[], brightness: number): LightTarget[] {
  const on = brightness > 0;
  return devices.map((device) => ({
    device,
    on,
    level: on && device.levelCode !== null ? brightness : null,
  }));
}

/** Lights that are not part of the scene stay as they are. */
function inScene(devices: readonly LabelDevice[], { levels }: LightingScene): LightTarget[] {
  return devices.flatMap((device) => {
    const state = levels.find(({ deviceId }) => deviceId === device.deviceId);
    return state ? [{ device, on: state.on, level: device.levelCode === null ? null : state.level }] : [];
  });
}

function brightnessOf(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= FULL) return value;
  throw DomainError.ofField('value', say('not_level', { least: 0, most: FULL }));
}

function sceneOf({ id, scenes }: SceneLabel, value: unknown): LightingScene {
  if (typeof value !== 'string') {
    throw DomainError.ofField('value', say('not_lighting_scene'));
  }
  const scene = scenes.find((candidate) => candidate.id === value);
  if (!scene) throw DomainError.notFound(`The lighting scene '${value}' of the label '${id}'`);
  return scene;
}
