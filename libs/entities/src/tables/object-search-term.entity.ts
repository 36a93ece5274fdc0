import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { BuildingObjectEntity } from './building-object.entity';

/**
 * A term of the prefix search of objects: a folded name or code from the beginning of one of its words to the end of
 * the text.
 */
@Entity('object_search_term')
@Index('object_search_term_object', ['objectId'])
export class ObjectSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'int' }) objectId: number;
  @ManyToOne(() => BuildingObjectEntity, { onDelete: 'CASCADE' }) @JoinColumn() object?: BuildingObjectEntity;
}
