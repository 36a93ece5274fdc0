import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BooleanColumn, JsonTextColumn } from './columns';

export type Language = 'zh-CN' | 'en-US';

/** How mail is sent; without a host it is written to the outbox folder. */
export interface MailConfiguration {
  host: string | null;
  port: number | null;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  user: string | null;
  password: string | null;
  from: string | null;
}

/** What energy costs; a period's price goes before the default. */
export interface Tariff {
  /** ISO 4217. */
  currency: string;
  /** Per kWh (m³ for water). */
  default: number;
  /** A tariff without periods is flat. */
  periods?: {
    /** 1 Monday to 7 Sunday. */
    days: number[];
    /** Local time `HH:MM`; a period whose end is not after its begin goes on past midnight. */
    from: string;
    to: string;
    pricePerKwh: number;
  }[];
}

/** The single row of platform-wide settings. The row's id is always 1. */
@Entity('platform_configuration')
export class PlatformConfigurationEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  @Column({ type: 'varchar', length: 100 }) platformName: string;
  @Column({ type: 'varchar', length: 2048, nullable: true }) logoUrl: string | null;
  /** IANA name; calendar buckets are cut by it. */
  @Column({ type: 'varchar', length: 64 }) timezone: string;
  @Column({ type: 'varchar', length: 8 }) language: Language;
  /** ISO 4217. */
  @Column({ type: 'varchar', length: 3 }) currency: string;
  @BooleanColumn() registrationEnabled: boolean;
  /** By energy type. */
  @JsonTextColumn() tariffs: Record<string, Tariff>;
  @JsonTextColumn() mail: MailConfiguration;
  @JsonTextColumn() weather: { location: string | null };
  /** The highest area id given so far. Ids are never reused. Not a setting, so only the areas' queries select it. */
  @Column({ type: 'int', default: 0, select: false }) lastAreaId: number;
}
