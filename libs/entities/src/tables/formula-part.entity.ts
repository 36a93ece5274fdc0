import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { DoubleColumn } from '../columns';
import { MeterEntity } from './meter.entity';

/** A part of a formula meter. The energy of the formula is the sum of the energies of its parts, each times its factor. */
@Entity('formula_part')
@Index('formula_part_part', ['partId'])
export class FormulaPartEntity {
  /** The formula meter. */
  @PrimaryColumn({ type: 'int' }) meterId: number;
  @ManyToOne(() => MeterEntity, { onDelete: 'CASCADE' }) @JoinColumn() meter?: MeterEntity;

  /** A meter of any kind. */
  @PrimaryColumn({ type: 'int' }) partId: number;
  @ManyToOne(() => MeterEntity) @JoinColumn() part?: MeterEntity;

  @DoubleColumn() factor: number;
  @Column({ type: 'int' }) sortOrder: number;
}
