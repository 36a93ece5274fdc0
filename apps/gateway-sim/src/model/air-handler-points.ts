import { MINUTE_MS } from '@app/gateway-server';
import { type AirHandler, FAN_COMMAND, SUPPLY_SETPOINT } from './air-handler';
import type { Episodes } from './episodes';
import { type ModelPoint, measurement, setting, shown, state } from './model-point';

const STEP_MS = MINUTE_MS;
const NAME = 'Air handler 1';

/** The points of the building's only air handler: its commands and its measurements. */
export function airHandlerPoints(ahu: AirHandler): ModelPoint[] {
  const sensor = (
    code: string,
    name: string,
    unit: string,
    decimals: number,
    valueAt: (...place: Parameters<ModelPoint['valueAt']>) => number,
  ): ModelPoint =>
    measurement(textOf(code, name), unit, STEP_MS, (...place) => shown(valueAt(...place), decimals));
  const percent = { min: 0, max: 100, step: 1 };

  return [
    state(textOf(FAN_COMMAND, 'fan command'), true, STEP_MS, (atMs) => ahu.usualCommand(atMs)),
    state(textOf('AHU1.FAN.STATUS', 'fan runs'), false, STEP_MS, (...place) => ahu.runs(...place)),
    sensor('AHU1.FAN.SPEED', 'fan speed', '%', 1, (...place) => ahu.speedPercent(...place)),
    setting(textOf(SUPPLY_SETPOINT, 'supply air setpoint'), '°C', STEP_MS, { min: 12, max: 30 }, (atMs) =>
      ahu.usualSetpointC(atMs),
    ),
    sensor('AHU1.SUPPLY.TEMP', 'supply air temperature', '°C', 2, (...place) => ahu.supplyC(...place)),
    sensor('AHU1.RETURN.TEMP', 'return air temperature', '°C', 2, (atMs) => ahu.returnC(atMs)),
    setting(textOf('AHU1.HEATING.VALVE', 'heating valve'), '%', STEP_MS, percent, (...place) =>
      shown(ahu.usualValvePercent(...place), 1),
    ),
    sensor('AHU1.FILTER.PRESSURE', 'filter pressure drop', 'Pa', 0, (...place) => ahu.filterPa(...place)),
  ];
}

/** The points that show the conditions under which the air handler cannot run. */
export function airHandlerSafetyPoints(episodes: Episodes): ModelPoint[] {
  return [
    state(textOf('AHU1.FIRE_DAMPER.CLOSED', 'fire damper closed'), false, STEP_MS, (atMs) =>
      episodes.stands('fire-damper-ahu1', atMs),
    ),
    state(textOf('AHU1.FROST.TRIPPED', 'frost thermostat tripped'), false, STEP_MS, (atMs) =>
      episodes.stands('frost-ahu1', atMs),
    ),
    state(textOf('AHU1.MAINTENANCE.LOCKOUT', 'locked out for maintenance'), true, STEP_MS, () => false),
  ];
}

function textOf(code: string, name: string): { code: string; name: string; group: string } {
  return { code, name: `${NAME}, ${name}`, group: NAME };
}
