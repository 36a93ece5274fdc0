import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AreaEntity } from './area.entity';
import { MeterEntity } from './meter.entity';

/** Assigns a meter to an area. A meter may belong to several areas, but each figure counts it once. */
@Entity('area_meter')
export class AreaMeterEntity {
  @PrimaryColumn({ type: 'int' }) areaId: number;
  @ManyToOne(() => AreaEntity, { onDelete: 'CASCADE' }) @JoinColumn() area?: AreaEntity;

  @PrimaryColumn({ type: 'int' }) meterId: number;
  @ManyToOne(() => MeterEntity) @JoinColumn() meter?: MeterEntity;

  @Column({ type: 'int' }) sortOrder: number;
}
