import { Entity, PrimaryColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, JsonTextColumn } from '../columns';

/** The weather at one time. */
export interface WeatherConditions {
  temperatureC: number;
  humidityPercent: number;
  /** A few words of the provider. */
  description: string;
  /** The provider's name of a picture. */
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
