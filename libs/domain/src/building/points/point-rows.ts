import { type ErrorDetail, type Message, say } from '@app/kernel';
import type { SharedObject } from '../objects/object-references.service';
import type { Point } from './points.queries';

/** One point of an import. */
export interface PointDefinition extends Omit<Point, 'id' | 'objectId'> {
  objectId?: number;
  /** The code of the object, which can be given instead of its id. */
  objectCode?: string;
}

/** The codes of the reasons why a row of an import is left out. */
export const ROW_FAULTS = [
  'malformed',
  'invalid_fields',
  'duplicate_code',
  'code_taken',
  'object_missing',
  'unknown_object',
  'object_code_differs',
  'object_of_other_model',
  'not_at_gateway',
  'unusable_code',
  'name_too_long',
  'unit_too_long',
  'data_type_too_long',
] as const;

/** The reason why a row of an import is left out. */
export interface RowFault extends Message<(typeof ROW_FAULTS)[number]> {
  /** The fields that are not valid, for `invalid_fields`. */
  details?: ErrorDetail[];
}

/** A row of an import: a valid definition, or the reason why it is not valid. */
export type PointRow = PointDefinition | { fault: RowFault };

export interface RowError extends RowFault {
  /** The number of the row, from 0. */
  index: number;
}

export interface ImportReport {
  imported: number;
  failed: number;
  /** In the order of the rows. */
  errors: RowError[];
}

/** The records in the database to which the rows of an import refer. */
export interface ImportContext {
  objectsById: ReadonlyMap<number, SharedObject>;
  objectsByCode: ReadonlyMap<string, SharedObject>;
  /** The codes in the rows that already belong to existing points. */
  takenCodes: ReadonlySet<string>;
  /** The model to which all objects must belong. If undefined, they may belong to any model. */
  modelId?: number;
}

/**
 * Converts each row to a point that will be inserted, or to an error. If several rows have the same code, the first
 * valid row is imported.
 */
export function pointsOf(
  rows: readonly PointRow[],
  context: ImportContext,
): { points: Omit<Point, 'id'>[]; errors: RowError[] } {
  const rowOfCode = new Map<string, number>();
  const points: Omit<Point, 'id'>[] = [];
  const errors: RowError[] = [];
  for (const [index, row] of rows.entries()) {
    const found = 'fault' in row ? row.fault : resolve(row, context, rowOfCode);
    if ('message' in found) {
      errors.push({ index, ...found });
      continue;
    }
    rowOfCode.set(found.code, index);
    points.push(found);
  }
  return { points, errors };
}

/** Returns the point, or the reason why it cannot be imported. */
function resolve(
  row: PointDefinition,
  context: ImportContext,
  rowOfCode: ReadonlyMap<string, number>,
): Omit<Point, 'id'> | RowFault {
  const { name, code, unit, dataType } = row;
  const first = rowOfCode.get(code);
  if (first !== undefined) {
    return say('duplicate_code', { code, row: first });
  }
  if (context.takenCodes.has(code)) {
    return say('code_taken', { code });
  }
  const object = objectOf(row, context);
  return 'message' in object ? object : { name, code, objectId: object.id, unit, dataType };
}

function objectOf(
  { objectId, objectCode }: PointDefinition,
  { objectsById, objectsByCode, modelId }: ImportContext,
): SharedObject | RowFault {
  if (objectId === undefined && objectCode === undefined) {
    return say('object_missing');
  }
  const named = objectId ?? `'${objectCode}'`;
  const object = objectId === undefined ? objectsByCode.get(objectCode ?? '') : objectsById.get(objectId);
  if (!object) return say('unknown_object', { object: named });
  if (objectCode !== undefined && object.code !== objectCode) {
    return say('object_code_differs', { object: named, code: objectCode });
  }
  if (modelId !== undefined && object.modelId !== modelId) {
    return say('object_of_other_model', { object: named });
  }
  return object;
}
