import type { Label, LightState, LightingScene } from './lighting.queries';

export function isControllable({ devices }: Label): boolean {
  return devices.some(({ switchCode, levelCode }) => switchCode ?? levelCode);
}

export function isDimmable({ devices }: Label): boolean {
  return devices.some(({ levelCode }) => levelCode);
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

/** A difference between the state of a light and its last command. */
export type Deviation = 'pending' | 'failed' | 'shouldBeOn' | 'shouldBeOff' | null;

export function deviationOf({ on, desired }: LightState): Deviation {
  if (!desired) return null;
  if (desired.status !== 'done') return desired.status;
  if (on === null || on === desired.on) return null;
  return desired.on ? 'shouldBeOn' : 'shouldBeOff';
}
