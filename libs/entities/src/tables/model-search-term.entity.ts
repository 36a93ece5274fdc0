import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { ModelEntity } from './model.entity';

/**
 * A term of the prefix search of models: a folded name from the beginning of one of its words to the end of the name.
 */
@Entity('model_search_term')
@Index('model_search_term_model', ['modelId'])
export class ModelSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'int' }) modelId: number;
  @ManyToOne(() => ModelEntity, { onDelete: 'CASCADE' }) @JoinColumn() model?: ModelEntity;
}
