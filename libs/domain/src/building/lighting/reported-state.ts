import type { LightGroup, PointValue } from '@app/contracts';
import type { LabelDevice, SceneLabel } from '@app/entities';

export type PointValues = ReadonlyMap<string, PointValue>;

/** The state that the lights of a label report. */
export interface LabelState {
  /** Whether at least one light is on. */
  on: boolean;
  /** Mean brightness of the lights in percent; undefined if no light reports its state. */
  brightness?: number;
  /** Sum of the powers in W; undefined if no light reports its power. */
  power?: number;
  /** Time of the newest value, ISO 8601 UTC; null if there is none. */
  updatedAt: string | null;
  devices: LightGroup[];
}

const FULL = 100;

/** The codes of the points with which a light reports its state. */
export function stateCodesOf({ switchCode, levelCode }: LabelDevice): string[] {
  return [switchCode, levelCode].filter((code) => code !== null);
}

/** Returns the codes of all points of the label, each once. */
export function codesOf({ devices }: SceneLabel): string[] {
  const codes = devices.flatMap((device) => [...stateCodesOf(device), device.powerCode ?? '']);
  return [...new Set(codes)].filter((code) => code !== '');
}

export function labelStateOf({ devices }: SceneLabel, values: PointValues): LabelState {
  const states = devices.map((device) => deviceStateOf(device, values));
  const known = states.filter(({ on }) => on !== null);
  const powers = devices
    .map(({ powerCode }) => numberOf(powerCode, values))
    .filter((power) => power !== null);
  const times = devices
    .flatMap((device) => [...stateCodesOf(device), device.powerCode ?? ''])
    .flatMap((code) => values.get(code)?.timestamp ?? []);
  return {
    on: states.some(({ on }) => on === true),
    ...(known.length > 0 && { brightness: rounded(sumOf(known.map(brightnessOf)) / known.length) }),
    ...(powers.length > 0 && { power: rounded(sumOf(powers)) }),
    updatedAt: times.reduce<string | null>((newest, at) => (newest && newest > at ? newest : at), null),
    devices: states,
  };
}

/** A light without a switch is on if its level is above 0. */
function deviceStateOf(device: LabelDevice, values: PointValues): LightGroup {
  const { deviceId, switchCode, levelCode } = device;
  const reported = numberOf(levelCode, values);
  const level = reported === null ? null : Math.min(Math.max(reported, 0), FULL);
  const on = switchCode === null ? level !== null && level > 0 : switchOf(switchCode, values);
  return { deviceId, on: switchCode === null && level === null ? null : on, level };
}

/**
 * A light that is off counts as 0, even if its level is above 0. A light that is on counts as 100 if its level is not
 * known.
 */
function brightnessOf({ on, level }: LightGroup): number {
  return on ? (level ?? FULL) : 0;
}

/** Some gateways report a switch as 1 and 0. A value of bad quality counts as unknown. */
function switchOf(code: string, values: PointValues): boolean | null {
  const value = usable(code, values);
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value !== 0 : null;
}

/** @returns null if the point has no number, or a value of bad quality */
export function numberOf(code: string | null, values: PointValues): number | null {
  const value = code === null ? null : usable(code, values);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function usable(code: string, values: PointValues): unknown {
  const found = values.get(code);
  return found === undefined || found.quality === 'bad' ? null : found.value;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
