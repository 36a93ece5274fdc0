import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, DoubleColumn, InstantColumn } from './columns';

export type EnergyType = 'electricity' | 'gas' | 'water' | 'heating' | 'cooling';
export type MeterKind = 'cumulative' | 'interval' | 'power';
export type StampedAt = 'start' | 'end';

/** A point of the gateway whose history is taken in as readings, and how far that has come. */
@Entity('meter')
export class MeterEntity {
  @PrimaryGeneratedColumn() id: number;
  @Index('meter_point_code_unique', { unique: true })
  @Column({ type: 'varchar', length: 255 })
  pointCode: string;

  @Column({ type: 'varchar', length: 16 }) energyType: EnergyType;
  @Column({ type: 'varchar', length: 16 }) kind: MeterKind;
  /** What one unit of the point is in kWh (m³ for water), or in kW for a power meter. */
  @DoubleColumn() multiplier: number;
  @Column({ type: 'int' }) intervalSeconds: number;
  @Column({ type: 'varchar', length: 8 }) stampedAt: StampedAt;
  /** The register's modulus, in units of the point; null where a fall is a reset. */
  @DoubleColumn({ nullable: true }) registerMax: number | null;
  /** Highest plausible mean power between two readings, in kW (m³ per hour for water); null for no limit. */
  @DoubleColumn({ nullable: true }) maxPowerKw: number | null;
  /** How many rows the meter has in `implausible_step`, and the newest of them. */
  @Column({ type: 'int', default: 0 }) implausibleSteps: number;
  @InstantColumn({ nullable: true }) lastImplausibleAt: Date | null;

  /** Where reading begins. */
  @InstantColumn() since: Date;
  /** [backfilledTo, liveFrom) is still to be fetched in the background; nothing when they meet. */
  @InstantColumn() backfilledTo: Date;
  /** From here on the live reading is responsible. */
  @InstantColumn() liveFrom: Date;
  /** Whether the live reading has come from `liveFrom` up to the time of some poll. */
  @BooleanColumn({ default: false }) liveCaughtUp: boolean;
  /** [rereadFrom, rereadTo) is still to be fetched again in the background; null if nothing is. */
  @InstantColumn({ nullable: true }) rereadFrom: Date | null;
  @InstantColumn({ nullable: true }) rereadTo: Date | null;
  /** How many backfill jobs have ended: the same work gets a new job id each time. */
  @Column({ type: 'int', default: 0 }) backfillTurn: number;
  /** Start of the first hour whose readings have been pruned; null if all hours before `prunedTo` are final. */
  @InstantColumn({ nullable: true }) prunedFrom: Date | null;
  /** End of the pruned hours, whose sums are final; null if nothing has been pruned. */
  @InstantColumn({ nullable: true }) prunedTo: Date | null;
  /** Set while its sums are still to be computed anew from the readings kept. */
  @InstantColumn({ nullable: true }) rebuildRequestedAt: Date | null;
  /** The zone by which the day rows were cut; null while they are not to be used. */
  @Column({ type: 'varchar', length: 64, nullable: true }) daysZone: string | null;
  /** Set when no area has it any more: its readings are then removed in the background. */
  @InstantColumn({ nullable: true }) removedAt: Date | null;

  /** Stamp of the newest usable reading. */
  @InstantColumn({ nullable: true }) lastReadingAt: Date | null;
  /** Mean kW over the newest measured span, or the newest power sample; null before the first, or if that sample is implausible. */
  @DoubleColumn({ nullable: true }) lastPowerKw: number | null;
  /** The end of that span. */
  @InstantColumn({ nullable: true }) lastPowerAt: Date | null;
  /** The length of that span in seconds; 0 for a sample. */
  @Column({ type: 'int' }) lastSpanSeconds: number;
}
