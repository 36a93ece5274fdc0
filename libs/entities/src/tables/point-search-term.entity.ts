import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { PointEntity } from './point.entity';

/**
 * A term of the prefix search of points: a folded name or code from the beginning of one of its words to the end of the
 * text.
 */
@Entity('point_search_term')
@Index('point_search_term_point', ['pointId'])
export class PointSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'int' }) pointId: number;
  @ManyToOne(() => PointEntity, { onDelete: 'CASCADE' }) @JoinColumn() point?: PointEntity;
}
