import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { LongTextColumn } from '../columns';
import { ModelEntity } from './model.entity';

/** A physical device, or a logical data unit of the gateway, in a model. */
@Entity('building_object')
@Index('building_object_list_model', ['modelId', 'id'])
export class BuildingObjectEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'int' }) modelId: number;
  @ManyToOne(() => ModelEntity, { onDelete: 'CASCADE' }) @JoinColumn() model?: ModelEntity;
  @Index('building_object_code_unique', { unique: true })
  @Column({ type: 'varchar', length: 255 })
  code: string;
  @LongTextColumn({ nullable: true }) description: string | null;
  /**
   * The node that shows the object in the model's file. The node may be missing from the file if the file was replaced.
   */
  @Column({ type: 'varchar', length: 255, nullable: true }) nodeName: string | null;
}
