import { CHART_PERIODS, type ChartPeriod } from '@app/domain';
import { ApiProperty } from '@nestjs/swagger';
import { IntegerProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { CompletenessDto, EnergyTypeQuery } from '../energy/energy.dto';

export class EnergyChartQueryDto extends EnergyTypeQuery {
  /** The period up to now. */
  @Omittable() @OneOf(CHART_PERIODS) @ApiProperty({ default: 'today' }) period: ChartPeriod = 'today';
}

/** Counts of points. */
export class PointCountsDto {
  /** All points. */
  @IntegerProperty() total: number;
  /** Points whose last value is at most 15 minutes old and not bad. */
  @IntegerProperty() online: number;
}

/** The figures of the whole site. Each meter is counted once. `coverage` and `silentMeters` are those of today. */
export class OverviewStatsDto extends CompletenessDto {
  /** Current power in kW; null if there is no recent reading. */
  currentPower: number | null;
  /** Energy since midnight in the platform time zone, in kWh (m³ for water); null if nothing was measured. */
  energyToday: number | null;
  /** Energy since the first of the month, in kWh (m³ for water); null if nothing was measured. */
  energyMonth: number | null;
  /** Emissions since midnight, in kg CO2e; null if nothing was measured or a factor is missing. */
  carbonToday: number | null;
  /** Emissions since the first of the month, in kg CO2e; null if nothing was measured or a factor is missing. */
  carbonMonth: number | null;
  /** Cost since the first of the month; null if nothing was measured or a tariff is missing. */
  costMonth: number | null;
  /** ISO 4217 code of the currency of `costMonth`. */
  currency: string;
  /** Number of active alerts that are not shelved. */
  @IntegerProperty() activeAlerts: number;
  /** Number of faults that are open or in progress. */
  @IntegerProperty() openFaults: number;
  /** Number of work orders that are open, in progress or on hold. */
  @IntegerProperty() openMaintenance: number;
  /** Number of points, and number of online points. */
  points: PointCountsDto;
  /** When the figures were computed. */
  @InstantProperty() updatedAt: string;
}

/** The energy of the whole site in one bucket. */
export class ChartPointDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** The energy; null (never 0) if nothing was measured. */
  value: number | null;
}

/** The energy of the whole site over time. `coverage` and `silentMeters` are those of the current period. */
export class EnergyChartDto extends CompletenessDto {
  /** Length of a bucket. */
  interval: 'hour' | 'day' | 'week' | 'month';
  /** `kWh`, or `m³` for water. */
  unit: string;
  /** The period up to now. */
  current: ChartPointDto[];
  /** The same part of the previous period. */
  previous: ChartPointDto[];
}
