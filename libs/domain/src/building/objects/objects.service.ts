import { inTransaction, type PointEntity, requireRow } from '@app/entities';
import { type Actor, DomainError, type Page, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { endTriggerTimes } from '../../platform/occurrences/end-trigger-times';
import { AuditService } from '../../platform/audit/audit.service';
import { writeUniqueCode } from '../unique-code';
import {
  type BuildingObject,
  findPointCodesOf,
  deleteObject,
  findObject,
  findObjects,
  findPointsOf,
  lockObject,
  type ObjectFilter,
  saveObject,
  shareModel,
} from './objects.queries';

export type { BuildingObject, ObjectFilter } from './objects.queries';

/** Changes of an object. Omitted fields keep their value. */
export type ObjectChanges = Partial<Omit<BuildingObject, 'id'>>;
export type ObjectInput = ObjectChanges & Pick<BuildingObject, 'name' | 'modelId' | 'code'>;
export type ObjectDetail = BuildingObject & { points: PointEntity[] };

const NAME = 'The object';

/** Creates, reads, updates and deletes the objects of models. */
@Injectable()
export class ObjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError `search_too_broad` */
  list(filter: ObjectFilter): Promise<Page<BuildingObject>> {
    return findObjects(this.dataSource.manager, filter);
  }

  /** The object with its first 10,000 points. @throws DomainError not_found */
  async find(id: number): Promise<ObjectDetail> {
    const { manager } = this.dataSource;
    const object = await requireRow(findObject(manager, id), NAME);
    return { ...object, points: await findPointsOf(manager, id) };
  }

  /** @throws DomainError `code_taken`; invalid for an unknown model */
  create(actor: Actor, input: ObjectInput): Promise<BuildingObject> {
    return writeUniqueCode(this.dataSource, 'object', input.code, async (manager) => {
      await assertModel(manager, input.modelId);
      const after = await saveObject(manager, { description: null, nodeName: null, ...input });
      const record = { action: 'object.created', target: `object ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws the errors of `create`, and DomainError not_found */
  change(actor: Actor, id: number, changes: ObjectChanges): Promise<BuildingObject> {
    return writeUniqueCode(this.dataSource, 'object', changes.code, async (manager) => {
      // The model is locked before the object. A deletion of the model uses the same order, so the two cannot deadlock.
      if (changes.modelId !== undefined) await assertModel(manager, changes.modelId);
      const before = await requireRow(lockObject(manager, id), NAME);
      const after = await saveObject(manager, { ...before, ...changes, id });
      const change = { action: 'object.changed', target: `object ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  /** Delete the object and its points. @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const object = await requireRow(lockObject(manager, id), NAME);
      const codes = await findPointCodesOf(manager, id);
      const before = { ...object, pointCount: codes.length };
      await deleteObject(manager, id);
      await endTriggerTimes(manager, codes);
      const record = { action: 'object.removed', target: `object ${id}`, before };
      await this.audit.record(actor, record, manager);
    });
  }
}

async function assertModel(manager: EntityManager, modelId: number): Promise<void> {
  if (await shareModel(manager, modelId)) return;
  throw DomainError.ofField('modelId', unknownRecord('model', modelId));
}
