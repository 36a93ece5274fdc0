import type { EntityManager } from 'typeorm';

/** A record that uses a file. */
export interface FileUse {
  /** The kind and the id of the record, as in the audit log: `report 12`. */
  record: string;
  /** The record in a message: `The report “Weekly energy”`. */
  description: string;
}

/**
 * Knows in which records of one feature files are used. A feature that refers to files provides a subclass in one of
 * its modules; `FileUsesService` finds it there.
 */
export abstract class FileUseSource {
  /**
   * Returns the records that use the file. The deletion of the file calls this with its transaction, which has locked
   * the file. A record that is stored after `FileReader.hasFile`, in the same transaction, is never missed.
   * @param limit maximum number of records to return
   */
  abstract find(manager: EntityManager, fileId: string, limit: number): Promise<FileUse[]>;
}
