import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { FileEntity } from './file.entity';

/** A text for the prefix search of files: the folded name from the start of one of its words. */
@Entity('file_search_term')
@Index('file_search_term_file', ['fileId'])
export class FileSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'varchar', length: 36 }) fileId: string;
  @ManyToOne(() => FileEntity, { onDelete: 'CASCADE' }) @JoinColumn() file?: FileEntity;
}
