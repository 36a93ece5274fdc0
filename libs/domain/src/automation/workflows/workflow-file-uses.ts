import { say } from '@app/kernel';
import type { WorkflowDefinition } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type FileUse, FileUseSource } from '../../platform/files/file-use-source';
import { usesFile } from './workflow-references';
import { findDefinitionsWith } from './workflows.queries';

/**
 * Finds the workflows that attach a file to mails. Only current definitions count. A running execution with an older
 * definition does not prevent the deletion of a file.
 */
@Injectable()
export class WorkflowFileUses extends FileUseSource {
  async find(manager: EntityManager, fileId: string, limit: number): Promise<FileUse[]> {
    const workflows = await findDefinitionsWith(manager, [fileId]);
    const using = workflows.filter(({ definition }) =>
      usesFile((definition as WorkflowDefinition).nodes, fileId),
    );
    return using.slice(0, limit).map(({ id, name }) => ({
      record: `workflow ${id}`,
      use: say('used_by_workflow', { name }),
    }));
  }
}
