import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, DoubleColumn, InstantColumn } from '../columns';

export type EnergyType = 'electricity' | 'gas' | 'water' | 'heating' | 'cooling';
/** The type of a meter of reactive energy in kvarh. It is no energy type: only power factors and bills contain it. */
export const REACTIVE = 'reactive';
/** The types of the meters of areas. */
export type MeasuredType = EnergyType | typeof REACTIVE;
/**
 * The type of the meter of the outdoor temperature. Its power is the temperature in °C. It belongs to no area, so no
 * figure of energy contains it.
 */
export const TEMPERATURE = 'temperature';
/**
 * The point codes of temperatures that the weather provider measures begin like this. The gateway is not asked for them.
 */
export const PROVIDER_PREFIX = 'weather:';
export type MeterKind = 'cumulative' | 'interval' | 'power' | 'formula';
export type StampedAt = 'start' | 'end';

/** A part of a formula meter, see `FormulaPartEntity`. */
export interface FormulaPart {
  partId: number;
  pointCode: string;
  factor: number;
}

/**
 * A point of the gateway whose history is stored as readings, and the progress of fetching this history. A meter of the
 * kind `formula` has no point and no readings: its sums are computed from the sums of other meters.
 */
@Entity('meter')
export class MeterEntity {
  @PrimaryGeneratedColumn() id: number;
  @Index('meter_point_code_unique', { unique: true })
  @Column({ type: 'varchar', length: 255 })
  pointCode: string;

  @Column({ type: 'varchar', length: 16 }) energyType: MeasuredType | typeof TEMPERATURE;
  @Column({ type: 'varchar', length: 16 }) kind: MeterKind;
  /** The value of one unit of the point in kWh (m³ for water, kvarh for reactive energy), or in kW for a power meter. */
  @DoubleColumn() multiplier: number;
  @Column({ type: 'int' }) intervalSeconds: number;
  @Column({ type: 'varchar', length: 8 }) stampedAt: StampedAt;
  /** The register's modulus, in units of the point. If it is null, a falling value is a reset. */
  @DoubleColumn({ nullable: true }) registerMax: number | null;
  /** Highest plausible mean power between two readings, in kW (m³ per hour for water); null for no limit. */
  @DoubleColumn({ nullable: true }) maxPowerKw: number | null;
  /**
   * The number of implausible steps, and the instant of the newest one. Both include the steps whose rows in
   * `implausible_step` were deleted when their hours were pruned.
   */
  @Column({ type: 'int', default: 0 }) implausibleSteps: number;
  @InstantColumn({ nullable: true }) lastImplausibleAt: Date | null;
  /** The number of implausible steps in pruned hours. The rows of these steps have been deleted. */
  @Column({ type: 'int', default: 0 }) implausibleFolded: number;

  /** The beginning of the history that is fetched. */
  @InstantColumn() since: Date;
  /**
   * The history in [backfilledTo, liveFrom) must still be fetched in the background. The backfill is complete when both
   * are equal.
   */
  @InstantColumn() backfilledTo: Date;
  /** The start of the history that live polling fetches. It fetches nothing older. */
  @InstantColumn() liveFrom: Date;
  /** Whether live polling has ever caught up, that is, has fetched everything from `liveFrom` to the time of a poll. */
  @BooleanColumn({ default: false }) liveCaughtUp: boolean;
  /**
   * The history in [rereadFrom, rereadTo) must still be fetched again in the background. Null if no re-read is pending.
   */
  @InstantColumn({ nullable: true }) rereadFrom: Date | null;
  @InstantColumn({ nullable: true }) rereadTo: Date | null;
  /** The number of backfill jobs that have ended. It is a part of the job id, so each job of the meter has a new id. */
  @Column({ type: 'int', default: 0 }) backfillTurn: number;
  /** Start of the pruned hours. Null if nothing has been pruned, or if all hours before `prunedTo` count as pruned. */
  @InstantColumn({ nullable: true }) prunedFrom: Date | null;
  /** End of the pruned hours. The sums of these hours are final. Null if nothing has been pruned. */
  @InstantColumn({ nullable: true }) prunedTo: Date | null;
  /**
   * All readings from this instant on are kept, and also the five usable readings before it. Null while `prunedTo` is
   * null.
   */
  @InstantColumn({ nullable: true }) keptFrom: Date | null;
  /** When a recomputation of the meter's sums from the stored readings was requested. Null if none is pending. */
  @InstantColumn({ nullable: true }) rebuildRequestedAt: Date | null;
  /** The time zone for which the day rows were computed. Null while these rows must not be used. */
  @Column({ type: 'varchar', length: 64, nullable: true }) daysZone: string | null;
  /** When the meter was removed from its last area. Its readings are then deleted in the background. */
  @InstantColumn({ nullable: true }) removedAt: Date | null;

  /** Timestamp of the newest usable reading. */
  @InstantColumn({ nullable: true }) lastReadingAt: Date | null;
  /**
   * Mean power in kW over the newest measured span, or the newest power sample. Null before the first span or sample,
   * or if the newest sample is implausible.
   */
  @DoubleColumn({ nullable: true }) lastPowerKw: number | null;
  /** The end of the span of `lastPowerKw`. */
  @InstantColumn({ nullable: true }) lastPowerAt: Date | null;
  /** The length of the span of `lastPowerKw` in seconds; 0 for a sample. */
  @Column({ type: 'int' }) lastSpanSeconds: number;

  /** The parts of a formula, in their order. This is not a column: only `loadSite` sets it. */
  formula?: readonly FormulaPart[];
}
