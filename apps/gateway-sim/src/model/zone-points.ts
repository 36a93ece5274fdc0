import { type LocalCalendar, MINUTE_MS } from '@app/gateway-server';
import { type ModelPoint, measurement, setting, shown, state } from './model-point';
import { daylight } from './weather';
import { levelOf, presence } from './working-hours';
import type { Zone, ZoneClimate } from './zone-climate';

const CLIMATE_STEP_MS = 5 * MINUTE_MS;
const LIGHT_STEP_MS = MINUTE_MS;

/** Measurements of a zone's air and occupancy. */
export function zoneClimatePoints(zone: Zone, climate: ZoneClimate): ModelPoint[] {
  const sensor = (
    suffix: string,
    name: string,
    unit: string,
    decimals: number,
    valueAt: (atMs: number) => number,
  ): ModelPoint =>
    measurement(textOf(zone, suffix, name), unit, CLIMATE_STEP_MS, (atMs) => shown(valueAt(atMs), decimals));

  return [
    sensor('ZONE.TEMP', 'temperature', '°C', 2, (atMs) => climate.temperatureC(atMs)),
    sensor('ZONE.CO2', 'carbon dioxide', 'ppm', 0, (atMs) => climate.co2Ppm(atMs)),
    sensor('ZONE.RH', 'relative humidity', '%', 1, (atMs) => climate.humidityPercent(atMs)),
    sensor('ZONE.OCCUPANCY', 'people present', 'people', 0, (atMs) => climate.people(atMs)),
  ];
}

/** The lights of a zone. The switch and the level can be written, and they determine the power. */
export function lightPoints(zone: Zone, calendar: LocalCalendar): ModelPoint[] {
  const power = textOf(zone, 'LIGHT.POWER', 'light power');
  const on = textOf(zone, 'LIGHT.SWITCH', 'lights on');
  const level = textOf(zone, 'LIGHT.LEVEL', 'light level');
  return [
    state(on, true, LIGHT_STEP_MS, (atMs) => levelOf(presence, calendar.at(atMs)) > 0.06),
    setting(level, '%', LIGHT_STEP_MS, { min: 0, max: 100 }, (atMs) =>
      shown(100 - 45 * levelOf(daylight, calendar.at(atMs)), 0),
    ),
    measurement(power, 'W', LIGHT_STEP_MS, (atMs, read) =>
      read(on.code, atMs) === true ? shown((zone.lightsW * Number(read(level.code, atMs))) / 100, 0) : 0,
    ),
  ];
}

function textOf(zone: Zone, suffix: string, name: string): { code: string; name: string; group: string } {
  return { code: `${zone.code}.${suffix}`, name: `${zone.name}, ${name}`, group: zone.name };
}
