import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { BuildingObjectEntity } from './building-object.entity';

/** A data channel of an object. */
@Entity('point')
@Index('point_list_object', ['objectId', 'id'])
@Index('point_unit_idx', ['unit', 'id'])
export class PointEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  /** The code of the gateway's point, as in `PointValueEntity`. */
  @Index('point_code_unique', { unique: true })
  @Column({ type: 'varchar', length: 255 })
  code: string;
  @Column({ type: 'int' }) objectId: number;
  @ManyToOne(() => BuildingObjectEntity, { onDelete: 'CASCADE' }) @JoinColumn() object?: BuildingObjectEntity;
  @Column({ type: 'varchar', length: 64, nullable: true }) unit: string | null;
  @Column({ type: 'varchar', length: 64, nullable: true }) dataType: string | null;
}
