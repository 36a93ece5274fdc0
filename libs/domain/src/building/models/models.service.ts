import { inTransaction, ModelEntity, requireRow } from '@app/entities';
import { type Actor, Clock, type Page } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { endTriggerTimes } from '../../platform/occurrences/end-trigger-times';
import { AuditService } from '../../platform/audit/audit.service';
import { StoredFilesService, type Upload } from '../../platform/stored-files/stored-files.service';
import { fileColumns } from './model-files.service';
import { ModelInspectionService } from './model-inspection.service';
import {
  deleteModel,
  findModels,
  findPointCodesOf,
  lockModel,
  type ModelFilter,
  saveModel,
} from './models.queries';

export type ModelInput = Pick<ModelEntity, 'name' | 'description'>;
export type ModelChanges = Partial<Pick<ModelEntity, 'name' | 'description' | 'version'>>;

const NAME = 'The model';
const FIRST_VERSION = '1';

/** Creates, lists, updates and deletes models. */
@Injectable()
export class ModelsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly files: StoredFilesService,
    private readonly inspection: ModelInspectionService,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError `search_too_broad` */
  list(filter: ModelFilter): Promise<Page<ModelEntity>> {
    return findModels(this.dataSource.manager, filter);
  }

  /** @throws the errors of `ModelInspectionService.inspect` */
  async create(actor: Actor, input: ModelInput, upload: Upload): Promise<ModelEntity> {
    const inspected = await this.inspection.inspect(upload);
    return inTransaction(this.dataSource, async (manager) => {
      await this.files.adopt(manager, upload.storageKey);
      const after = await saveModel(manager, {
        ...input,
        ...fileColumns(upload, inspected),
        version: FIRST_VERSION,
        createdAt: this.clock.now(),
      });
      const record = { action: 'model.created', target: `model ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws DomainError not_found */
  change(actor: Actor, id: number, changes: ModelChanges): Promise<ModelEntity> {
    return inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockModel(manager, id), NAME);
      const after = await saveModel(manager, Object.assign(new ModelEntity(), before, changes));
      const change = { action: 'model.changed', target: `model ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  /** Delete the model with its file, objects and points. @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    const { storageKey } = await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockModel(manager, id), NAME);
      const codes = await findPointCodesOf(manager, id);
      await deleteModel(manager, id);
      await endTriggerTimes(manager, codes);
      await this.files.release(manager, before.storageKey);
      const record = { action: 'model.removed', target: `model ${id}`, before };
      await this.audit.record(actor, record, manager);
      return before;
    });
    await this.files.discard(storageKey);
  }
}
