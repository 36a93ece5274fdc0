import { Entity, PrimaryColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, JsonTextColumn } from '../columns';

/** The weather at one time. */
export interface WeatherConditions {
  temperatureC: number;
  humidityPercent: number;
  /** A few words in which the provider describes the weather. */
  description: string;
  /** The name of an icon of the provider. */
  icon: string;
  windMetersPerSecond: number;
  /** ISO 8601 UTC. */
  observedAt: string;
}

/** The last weather that the provider has reported. The table has at most one row. */
@Entity('weather_observation')
export class WeatherObservationEntity {
  /** Always 1. */
  @PrimaryColumn({ type: 'int' }) id: number;
  @DoubleColumn() latitude: number;
  @DoubleColumn() longitude: number;
  @JsonTextColumn() conditions: WeatherConditions;
  @InstantColumn() fetchedAt: Date;
}
