import type { Label, LightState, LightingScene } from './lighting.queries';

type Device = Label['devices'][number];

export const codesOf = ({ switchCode, levelCode }: Device): string[] =>
  [switchCode, levelCode].filter((code) => code !== null);

export function isControllable({ devices }: Pick<Label, 'devices'>): boolean {
  return devices.some((device) => codesOf(device).length > 0);
}

export function isDimmable({ devices }: Label): boolean {
  return devices.some(({ levelCode }) => levelCode);
}

/** Returns the label without the codes of points that are known to be read-only. */
export function withoutReadOnly(
  label: Label,
  points: ReadonlyMap<string, { writable: boolean | null }>,
): Label {
  const usable = (code: string | null) => (code && points.get(code)?.writable === false ? null : code);
  const devices = label.devices.map((device) => ({
    ...device,
    switchCode: usable(device.switchCode),
    levelCode: usable(device.levelCode),
  }));
  return { ...label, devices };
}

/** Returns a scene with the current states of the lights, without lights of unknown state. */
export function sceneOf(
  name: string,
  lights: readonly LightState[],
  taken: readonly string[],
): LightingScene {
  const levels = lights.flatMap(({ deviceId, on, level }) => (on === null ? [] : [{ deviceId, on, level }]));
  return { id: freeId(taken), name, levels };
}

function freeId(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const id = `scene-${number}`;
    if (!taken.includes(id)) return id;
  }
}

/** The level in percent to which `half` dims. */
const HALF_PERCENT = 50;

/** Whether the lights are as the command `half` leaves them: dimmed to 50 %, and of the other lights every second one. */
export function areHalf({ devices }: Pick<Label, 'devices'>, lights: readonly LightState[]): boolean {
  const dimmed = devices.filter(({ levelCode }) => levelCode !== null);
  const switched = devices.filter(({ switchCode, levelCode }) => switchCode !== null && levelCode === null);
  const stateOf = ({ deviceId }: Device) => lights.find((light) => light.deviceId === deviceId);
  const areDimmed = dimmed.every((device) => {
    const { on = false, level = 0 } = stateOf(device) ?? {};
    return on && Math.round(level ?? 0) === HALF_PERCENT;
  });
  const countOn = switched.filter((device) => stateOf(device)?.on).length;
  const isSomeOff = dimmed.length > 0 || countOn < switched.length;
  return areDimmed && isSomeOff && countOn === Math.ceil(switched.length / 2);
}

/** A difference between the state of a light and its last command. */
export type Deviation = 'pending' | 'failed' | 'shouldBeOn' | 'shouldBeOff' | null;

export function deviationOf({ on, desired }: LightState): Deviation {
  if (!desired) return null;
  if (desired.status !== 'done') return desired.status;
  if (on === null || on === desired.on) return null;
  return desired.on ? 'shouldBeOn' : 'shouldBeOff';
}
