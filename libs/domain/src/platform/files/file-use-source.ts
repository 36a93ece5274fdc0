import { type Message } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** A record that uses a file. */
export interface FileUse {
  /** The kind and the id of the record, as in the audit log: `report 12`. */
  record: string;
  /** Says how the record uses the file. */
  use: Message;
}

/**
 * Finds the records of one feature that use a file. Each feature that refers to files provides a subclass in one of its
 * modules; `FileUsesService` finds all subclasses.
 */
export abstract class FileUseSource {
  /**
   * Returns the records that use the file. Called before a file is deleted, in the transaction that has locked the
   * file. Finds every record whose transaction calls `FileReader.hasFile` before it stores the record.
   * @param limit maximum number of records to return
   */
  abstract find(manager: EntityManager, fileId: string, limit: number): Promise<FileUse[]>;
}
