import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { BuildingObjectEntity } from './building-object.entity';

/**
 * A term of the prefix search of objects: the part of a folded name or code that begins at one of its words and extends
 * to its end.
 */
@Entity('object_search_term')
@Index('object_search_term_object', ['objectId'])
export class ObjectSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'int' }) objectId: number;
  @ManyToOne(() => BuildingObjectEntity, { onDelete: 'CASCADE' }) @JoinColumn() object?: BuildingObjectEntity;
}
