import { DAY_MS, HOUR_MS, type LocalCalendar } from '@app/gateway-server';
import type { Episodes } from './episodes';
import { seedOf, wobble } from './random';
import type { Weather } from './weather';
import { comfort, levelOf, presence } from './working-hours';

export interface Zone {
  /** For example `F1.EAST`. */
  code: string;
  /** Name of the zone, for example `Floor 1 east`. */
  name: string;
  /** Number of people who work in the zone. */
  capacity: number;
  lightsW: number;
  /** The alarm rules of this zone, if any. */
  co2RuleId?: string;
  coldRuleId?: string;
}

/** The air and the occupancy of one zone. Each value depends only on the instant and the seed. */
export class ZoneClimate {
  private readonly temperatureWobble: (atMs: number) => number;
  private readonly airWobble: (atMs: number) => number;
  private readonly peopleWobble: (atMs: number) => number;
  private readonly humidityWobble: (atMs: number) => number;

  constructor(
    private readonly zone: Zone,
    seed: number,
    private readonly calendar: LocalCalendar,
    private readonly weather: Weather,
    private readonly episodes: Episodes,
  ) {
    this.temperatureWobble = wobble(seedOf(seed, zone.code, 'temperature'), 2 * HOUR_MS);
    this.airWobble = wobble(seedOf(seed, zone.code, 'air'), HOUR_MS);
    this.peopleWobble = wobble(seedOf(seed, zone.code, 'people'), HOUR_MS / 2);
    this.humidityWobble = wobble(seedOf(seed, zone.code, 'humidity'), DAY_MS / 3);
  }

  temperatureC(atMs: number): number {
    const [day, minute] = this.calendar.at(atMs);
    const usualC =
      17.8 +
      3.5 * comfort(day)(minute) +
      0.8 * presence(day)(minute) +
      0.06 * (this.weather.outsideC(atMs) - 10) +
      0.35 * this.temperatureWobble(atMs);
    return this.stands(this.zone.coldRuleId, atMs)
      ? Math.min(usualC, 16 + 0.5 * this.temperatureWobble(atMs))
      : usualC;
  }

  /** Carbon dioxide follows the occupancy of about the last hour. */
  co2Ppm(atMs: number): number {
    const [day, minute] = this.calendar.at(atMs);
    const people = presence(day);
    const lately = [15, 45, 75].reduce((sum, ago) => sum + people(Math.max(0, minute - ago)) / 3, 0);
    const usualPpm = 430 + 420 * lately + 30 * this.airWobble(atMs);
    return this.stands(this.zone.co2RuleId, atMs)
      ? Math.max(usualPpm, 1180 + 90 * this.airWobble(atMs))
      : usualPpm;
  }

  people(atMs: number): number {
    const share = levelOf(presence, this.calendar.at(atMs)) * (1 + 0.15 * this.peopleWobble(atMs));
    return Math.round(this.zone.capacity * share);
  }

  humidityPercent(atMs: number): number {
    const [day, minute] = this.calendar.at(atMs);
    const outside = 0.4 * (this.weather.dayMeanC(day) - 10);
    return 41 + outside + 4 * presence(day)(minute) + 5 * this.humidityWobble(atMs);
  }

  private stands(ruleId: string | undefined, atMs: number): boolean {
    return ruleId !== undefined && this.episodes.stands(ruleId, atMs);
  }
}
