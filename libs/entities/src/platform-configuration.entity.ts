import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The single row of platform-wide settings. The row's id is always 1. */
@Entity('platform_configuration')
export class PlatformConfigurationEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  /** IANA name; calendar buckets are cut by it. */
  @Column({ type: 'varchar', length: 64 }) timezone: string;
}
