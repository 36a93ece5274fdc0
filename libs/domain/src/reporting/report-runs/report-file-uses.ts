import { say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type FileUse, FileUseSource } from '../../platform/files/file-use-source';
import { findRunsOfFile } from './report-runs.queries';

/**
 * Finds the runs that use a file. The file of a run must not be deleted, because mails with the file may not have been
 * sent yet.
 */
@Injectable()
export class ReportFileUses extends FileUseSource {
  async find(manager: EntityManager, fileId: string, limit: number): Promise<FileUse[]> {
    const runs = await findRunsOfFile(manager, fileId, limit);
    return runs.map(({ id, name, planId, createdAt }) => ({
      record: planId === null ? `report run ${id}` : `report ${planId}`,
      use: say('used_by_run', { name, at: createdAt.toISOString() }),
    }));
  }
}
