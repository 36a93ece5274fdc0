import { inTransaction, isDuplicateKey } from '@app/entities';
import { type Actor, DomainError, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ObjectReferencesService } from '../objects/object-references.service';
import { type ImportReport, type PointDefinition, type PointRow, pointsOf } from './point-rows';
import { findPointIds, insertPoints } from './points.queries';

/** Maximum number of rows that one call imports. */
export const MAX_IMPORT_ROWS = 10_000;

/**
 * Maximum number of attempts of an import. An attempt is repeated if a concurrent call has created a point with one of
 * its codes.
 */
const ATTEMPTS = 3;

interface ImportTarget {
  /** The model to which all objects must belong. Missing objects are created in this model. */
  modelId?: number;
  /** The object for rows without an object. */
  objectId?: number;
}

/** Imports many points in one transaction. Rows with errors are reported and left out. */
@Injectable()
export class PointImportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectReferencesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Import at most `MAX_IMPORT_ROWS` points.
   * @throws DomainError invalid for an unknown `objectId`; not_found for an unknown `modelId`
   */
  async import(actor: Actor, given: readonly PointRow[], target: ImportTarget): Promise<ImportReport> {
    const rows = given.map((row) => withDefault(row, target.objectId));
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(this.dataSource, (manager) => this.store(manager, actor, rows, target));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if (attempt === ATTEMPTS) {
          const message = 'Other calls are creating points with the same codes. Repeat the import.';
          throw new DomainError('conflict', 'code_taken', message);
        }
      }
    }
  }

  private async store(
    manager: EntityManager,
    actor: Actor,
    rows: readonly PointRow[],
    { modelId, objectId }: ImportTarget,
  ): Promise<ImportReport> {
    const definitions = rows.filter((row): row is PointDefinition => !('fault' in row));
    if (modelId !== undefined && !(await this.objects.hasModel(manager, modelId))) {
      throw DomainError.notFound('The model');
    }
    const known = await this.objectsOf(manager, definitions, objectId);
    const byCode = new Map(definitions.toReversed().map((definition) => [definition.code, definition]));
    const takenCodes = new Set((await findPointIds(manager, [...byCode.keys()])).keys());
    const fresh = [...byCode.values()].filter(({ code }) => !takenCodes.has(code));
    const created = await this.createMissing(manager, fresh, known.objectsByCode, modelId);
    const objectsByCode = new Map([...known.objectsByCode, ...created]);
    const { points, errors } = pointsOf(rows, { ...known, objectsByCode, takenCodes, modelId });
    await insertPoints(manager, points);
    const report = { imported: points.length, failed: errors.length };
    const after = { ...report, modelId, objectId, createdObjects: [...created.keys()] };
    await this.audit.record(actor, { action: 'points.imported', after }, manager);
    return { ...report, errors };
  }

  private async objectsOf(
    manager: EntityManager,
    definitions: readonly PointDefinition[],
    defaultId: number | undefined,
  ) {
    const ids = new Set(definitions.flatMap(({ objectId }) => (objectId === undefined ? [] : [objectId])));
    if (defaultId !== undefined) ids.add(defaultId);
    const objectsById = await this.objects.withIds(manager, [...ids]);
    if (defaultId !== undefined && !objectsById.has(defaultId)) {
      throw DomainError.ofField('objectId', unknownRecord('object', defaultId));
    }
    return { objectsById, objectsByCode: await this.objects.withCodes(manager, codesIn(definitions)) };
  }

  /** Creates the missing objects, but only those of rows that will be imported. */
  private createMissing(
    manager: EntityManager,
    definitions: readonly PointDefinition[],
    known: ReadonlyMap<string, unknown>,
    modelId: number | undefined,
  ) {
    const missing = modelId === undefined ? [] : codesIn(definitions).filter((code) => !known.has(code));
    return this.objects.create(manager, modelId ?? 0, missing);
  }
}

function withDefault(row: PointRow, objectId: number | undefined): PointRow {
  const names = 'fault' in row || row.objectId !== undefined || row.objectCode !== undefined;
  return names ? row : { ...row, objectId };
}

/** The object codes of rows that have no object id. */
function codesIn(definitions: readonly PointDefinition[]): string[] {
  const codes = definitions.flatMap(({ objectId, objectCode }) =>
    objectId === undefined && objectCode !== undefined ? [objectCode] : [],
  );
  return [...new Set(codes)];
}
