import { Injectable } from '@nestjs/common';
import { EnergySumsService } from '../meters/energy-sums.service';
import {
  type DurationPoint,
  durationCurve,
  type HeatMap,
  heatMap,
  type ProfileHour,
  profileHours,
  type TypicalDay,
  typicalDays,
} from './energy-profiles';
import { type EnergyDetailsQuery, EnergyScopeService } from './energy-scope.service';

/** An area, by default the whole site, an energy type and a range. */
export type EnergyProfileQuery = Omit<EnergyDetailsQuery, 'interval'> & {
  /** IANA name of the time zone of days and hours. Default: the platform's. */
  timezone?: string;
};

/** One point per percent. */
const DEFAULT_POINTS = 101;

/** Returns how the energy of an area or of the whole site is distributed over the hours of a range. */
@Injectable()
export class EnergyProfilesService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
  ) {}

  /** @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area */
  async heatMap(query: EnergyProfileQuery): Promise<HeatMap> {
    return heatMap(await this.hours(query));
  }

  /** @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area */
  async durationCurve({
    points = DEFAULT_POINTS,
    ...query
  }: EnergyProfileQuery & { points?: number }): Promise<DurationPoint[]> {
    return durationCurve(await this.hours(query), points);
  }

  /** @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area */
  async typicalDays(query: EnergyProfileQuery): Promise<TypicalDay[]> {
    return typicalDays(await this.hours(query));
  }

  private async hours(query: EnergyProfileQuery): Promise<ProfileHour[]> {
    const { meters, buckets, clipped, zone } = await this.scopes.scope({
      ...query,
      interval: 'hour',
      combined: true,
    });
    return profileHours(buckets, await this.sums.ofAll(meters, clipped), zone);
  }
}
