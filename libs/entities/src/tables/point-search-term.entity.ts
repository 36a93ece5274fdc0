import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { PointEntity } from './point.entity';

/** A text for the prefix search of points: the folded name or code from the start of one of its words. */
@Entity('point_search_term')
@Index('point_search_term_point', ['pointId'])
export class PointSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'int' }) pointId: number;
  @ManyToOne(() => PointEntity, { onDelete: 'CASCADE' }) @JoinColumn() point?: PointEntity;
}
