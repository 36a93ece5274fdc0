import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { DoubleColumn, InstantColumn } from '../columns';
import { MeterEntity } from './meter.entity';

export const CORRECTION_KINDS = ['false', 'value'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/**
 * A correction of a meter's readings by a user. The readings themselves stay unchanged: corrections are applied when
 * sums are computed.
 */
@Entity('reading_correction')
@Index('reading_correction_meter_idx', ['meterId', 'id'])
export class ReadingCorrectionEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'int' }) meterId: number;
  @ManyToOne(() => MeterEntity, { onDelete: 'CASCADE' }) @JoinColumn() meter?: MeterEntity;
  @Column({ type: 'varchar', length: 255 }) pointCode: string;
  /** `false` takes out the readings in [at, endsAt). `value` replaces or adds the reading at `at`. */
  @Column({ type: 'varchar', length: 8 }) kind: CorrectionKind;
  @InstantColumn() at: Date;
  /** If it is null, the correction is about the instant `at` alone. */
  @InstantColumn({ nullable: true }) endsAt: Date | null;
  /** The correct value in units of the point. Null if the kind is `false`. */
  @DoubleColumn({ nullable: true }) value: number | null;
  @Column({ type: 'varchar', length: 500 }) reason: string;
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  @InstantColumn() createdAt: Date;
}
