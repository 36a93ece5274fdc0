import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn, LongTextColumn } from '../columns';
import { FaultEntity } from './fault.entity';

/** A comment of a person on a fault. */
@Entity('fault_comment')
@Index('fault_comment_list', ['faultId', 'id'])
export class FaultCommentEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'int' }) faultId: number;
  @ManyToOne(() => FaultEntity, { onDelete: 'CASCADE' }) @JoinColumn() fault?: FaultEntity;
  /** The user who wrote the comment. Null if no user wrote it. The user may have been deleted in the meantime. */
  @Column({ type: 'int', nullable: true }) authorId: number | null;
  /** The username of the author when the comment was written. */
  @Column({ type: 'varchar', length: 254 }) authorName: string;
  @LongTextColumn() text: string;
  @InstantColumn() createdAt: Date;
}
