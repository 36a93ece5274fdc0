import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BooleanColumn, JsonTextColumn } from '../columns';
import type { LossRule } from './loss.entity';

export type Language = 'zh-CN' | 'en-US';

/** How mail is sent. Without a host, mail is written to the outbox folder. */
export interface MailConfiguration {
  host: string | null;
  port: number | null;
  /** If true, the connection uses TLS from the first byte. If false, STARTTLS is used if the server offers it. */
  secure: boolean;
  user: string | null;
  password: string | null;
  from: string | null;
}

/** Which emission factors apply to the platform. */
export interface CarbonConfiguration {
  region: string;
  /** The scope of the emission factors. Null for the usual scope of each energy type. */
  scope: string | null;
}

/** The sources of the weather. */
export interface WeatherConfiguration {
  /** Displayed name of the place. */
  location: string | null;
  /** The point that measures the outdoor temperature in °C. */
  temperaturePointCode: string | null;
}

/** Coordinates of the building in degrees. Both are null if the place is not known. */
export interface SiteConfiguration {
  /** North is positive. */
  latitude: number | null;
  /** East is positive. */
  longitude: number | null;
}

/** Energy prices. The price of a period takes precedence over the default price. */
export interface Tariff {
  /** Local date `YYYY-MM-DD` from which the tariff applies. If it is missing, the tariff has no beginning. */
  validFrom?: string;
  /** ISO 4217. */
  currency: string;
  /** Per kWh (m³ for water). */
  default: number;
  /** Prices at certain times. If there are none, the default price always applies. */
  periods?: {
    /** Days of the week, from 1 (Monday) to 7 (Sunday). */
    days: number[];
    /** Local time `HH:MM`. If the end of a period is not after its beginning, the period ends on the next day. */
    from: string;
    to: string;
    pricePerKwh: number;
  }[];
}

/** The stored settings of a rule that finds losses. */
export interface LossRuleConfiguration {
  enabled: boolean;
  /** The limit of the rule. Its unit depends on the rule. */
  limit: number;
}

/** The tasks of the points of an air handling unit. Valves, dampers and speeds are in percent. */
export const AIR_ROLES = [
  'supplyTemperature',
  'supplySetpoint',
  'mixedTemperature',
  'returnTemperature',
  'outdoorTemperature',
  'fanStatus',
  'fanSpeed',
  'heatingValve',
  'coolingValve',
  'outdoorDamper',
  'ductPressure',
  'ductPressureSetpoint',
] as const;
export type AirRole = (typeof AIR_ROLES)[number];

/** An air handling unit whose points are judged by rules. */
export interface AirHandler {
  name: string;
  areaId: number;
  /** The codes of its points. A valve or damper without a point does not exist. */
  points: Partial<Record<AirRole, string>> & Pick<Record<AirRole, string>, 'supplyTemperature' | 'fanStatus'>;
  /** Position of the outdoor air damper at the lowest outdoor air flow. */
  minDamperPercent: number;
  /** The usual air flow, for estimates of energy. Without it, losses have no energy. */
  airflowM3PerHour?: number;
}

/** The single row of platform-wide settings. The row's id is always 1. */
@Entity('platform_configuration')
export class PlatformConfigurationEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  @Column({ type: 'varchar', length: 100 }) platformName: string;
  @Column({ type: 'varchar', length: 2048, nullable: true }) logoUrl: string | null;
  /** IANA name of the time zone that defines the calendar buckets. */
  @Column({ type: 'varchar', length: 64 }) timezone: string;
  @Column({ type: 'varchar', length: 8 }) language: Language;
  /** ISO 4217. */
  @Column({ type: 'varchar', length: 3 }) currency: string;
  @BooleanColumn() registrationEnabled: boolean;
  /** The tariffs of each energy type: one tariff, or several successive tariffs in order. */
  @JsonTextColumn() tariffs: Record<string, Tariff | Tariff[]>;
  @JsonTextColumn() carbon: CarbonConfiguration;
  @JsonTextColumn() mail: MailConfiguration;
  @JsonTextColumn() weather: WeatherConfiguration;
  @JsonTextColumn() site: SiteConfiguration;
  /** The rules whose settings differ from the defaults. Null in the row of an earlier version. */
  @JsonTextColumn({ nullable: true }) lossRules: Partial<Record<LossRule, LossRuleConfiguration>> | null;
  /** Null in the row of an earlier version. */
  @JsonTextColumn({ nullable: true }) airHandlers: AirHandler[] | null;
  /**
   * The highest area id assigned so far. It is stored, so that no id is reused. This is not a setting, so only the
   * queries of areas select it.
   */
  @Column({ type: 'int', default: 0, select: false }) lastAreaId: number;
}
