import { MINUTE_MS } from '@app/gateway-server';
import type { Consumption } from './consumption';
import { type ModelPoint, measurement, shown } from './model-point';

/** Decimals of a register: it shows thousandths of its unit (Wh, litres). */
const REGISTER_DECIMALS = 3;

type MeterText = { code: string; name: string; group: string };

/** Creates the point of a register. */
export function registerPoint(
  text: MeterText,
  unit: 'kWh' | 'kvarh' | 'm3',
  stepMs: number,
  consumption: Consumption,
): ModelPoint {
  const point = measurement(text, unit, stepMs, (atMs) => registerAt(consumption, atMs));
  return { ...point, fold: 'first' };
}

/** Creates the point of an interval meter: kWh per quarter of an hour. The timestamp is the start of the quarter. */
export function intervalPoint(text: MeterText, consumption: Consumption): ModelPoint {
  const stepMs = 15 * MINUTE_MS;
  const point = measurement(text, 'kWh', stepMs, (atMs) =>
    shown(registerAt(consumption, atMs + stepMs) - registerAt(consumption, atMs), REGISTER_DECIMALS),
  );
  return { ...point, fold: 'sum', perInterval: true };
}

/** Creates the point of a meter that shows the current power of its consumers in kW. */
export function powerPoint(text: MeterText, stepMs: number, fed: readonly Consumption[]): ModelPoint {
  return measurement(text, 'kW', stepMs, (atMs) =>
    shown(
      fed.reduce((sum, consumption) => sum + consumption.ratePerHour(atMs), 0),
      3,
    ),
  );
}

function registerAt(consumption: Consumption, atMs: number): number {
  return shown(consumption.total(atMs), REGISTER_DECIMALS);
}
