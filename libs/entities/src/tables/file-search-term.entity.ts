import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { FileEntity } from './file.entity';

/**
 * A term of the prefix search of files: a folded name from the beginning of one of its words to the end of the name.
 */
@Entity('file_search_term')
@Index('file_search_term_file', ['fileId'])
export class FileSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'varchar', length: 36 }) fileId: string;
  @ManyToOne(() => FileEntity, { onDelete: 'CASCADE' }) @JoinColumn() file?: FileEntity;
}
