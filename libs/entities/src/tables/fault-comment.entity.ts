import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn, LongTextColumn } from '../columns';
import { FaultEntity } from './fault.entity';

/** A remark of a person about a fault. */
@Entity('fault_comment')
@Index('fault_comment_list', ['faultId', 'id'])
export class FaultCommentEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'int' }) faultId: number;
  @ManyToOne(() => FaultEntity, { onDelete: 'CASCADE' }) @JoinColumn() fault?: FaultEntity;
  /** Null if no user wrote it. The user may have been deleted since. */
  @Column({ type: 'int', nullable: true }) authorId: number | null;
  /** The username at that time. */
  @Column({ type: 'varchar', length: 254 }) authorName: string;
  @LongTextColumn() text: string;
  @InstantColumn() createdAt: Date;
}
