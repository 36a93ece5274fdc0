import { HOUR_MS, type LocalCalendar } from '@app/gateway-server';
import { FILTER_LIFE_DAYS, filterAgeDays } from './alarm-rules';
import type { Episodes } from './episodes';
import type { ReadPoint } from './model-point';
import { seedOf, wobble } from './random';
import type { Weather } from './weather';
import { levelOf, presence, ventilation } from './working-hours';

export const FAN_COMMAND = 'AHU1.FAN.CMD';
export const SUPPLY_SETPOINT = 'AHU1.SUPPLY.TEMP_SP';

/** The air handler. A change of its command or setpoint takes effect immediately. */
export class AirHandler {
  private readonly flutter: (atMs: number) => number;

  constructor(
    seed: number,
    private readonly calendar: LocalCalendar,
    private readonly weather: Weather,
    private readonly episodes: Episodes,
  ) {
    this.flutter = wobble(seedOf(seed, 'AHU1'), HOUR_MS);
  }

  usualCommand(atMs: number): boolean {
    return levelOf(ventilation, this.calendar.at(atMs)) > 0;
  }

  usualSetpointC(atMs: number): number {
    const [day] = this.calendar.at(atMs);
    return this.weather.dayMeanC(day) > 16 ? 17 : 20;
  }

  runs(atMs: number, read: ReadPoint): boolean {
    return read(FAN_COMMAND, atMs) === true;
  }

  speedPercent(atMs: number, read: ReadPoint): number {
    if (!this.runs(atMs, read)) return 0;
    return 60 + 32 * levelOf(presence, this.calendar.at(atMs)) + 2 * this.flutter(atMs);
  }

  supplyC(atMs: number, read: ReadPoint): number {
    return this.runs(atMs, read)
      ? Number(read(SUPPLY_SETPOINT, atMs)) + 0.4 * this.flutter(atMs)
      : 18 + 0.15 * (this.weather.outsideC(atMs) - 10) + 0.3 * this.flutter(atMs);
  }

  returnC(atMs: number): number {
    return 20.2 + 1.8 * levelOf(presence, this.calendar.at(atMs)) + 0.3 * this.flutter(atMs);
  }

  /**
   * Position of the heating valve without faults. The colder the outside air is, the further the valve opens. For small
   * temperature differences it stays closed, because some of the heat is recovered.
   */
  usualValvePercent(atMs: number, read: ReadPoint): number {
    if (!this.runs(atMs, read)) return 0;
    const missingK = Number(read(SUPPLY_SETPOINT, atMs)) - this.weather.outsideC(atMs);
    return Math.min(100, Math.max(0, 5 * missingK - 8));
  }

  /** Pressure drop over the filter. It grows with the square of the air flow, and with the age of the filter. */
  filterPa(atMs: number, read: ReadPoint): number {
    const flow = this.speedPercent(atMs, read) / 92;
    if (flow === 0) return 0;
    const [day] = this.calendar.at(atMs);
    const cloggedPa = 110 + 120 * (filterAgeDays(day) / FILTER_LIFE_DAYS);
    const usualPa = flow ** 2 * cloggedPa + 3 * this.flutter(atMs);
    return this.episodes.stands('filter-ahu1', atMs)
      ? Math.max(usualPa, 262 + 8 * this.flutter(atMs))
      : usualPa;
  }
}
