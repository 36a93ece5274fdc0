import type { TSchema } from '@sinclair/typebox';
import { isTemplate } from '../expressions/template';
import { isJsonObject, type Json } from '../json';
import { elementSchema, propertySchema } from './config-schema';
import { trimmed } from './schema-sentences';

export type RecordKind = 'area' | 'calendar' | 'file' | 'reportPlan' | 'reportTemplate' | 'workflow';

/** The id of a record in a saved configuration. */
export interface RecordReference {
  kind: RecordKind;
  path: string;
  id: number | string;
}

/** A symbol, so that the JSON Schemas for editors do not contain it. */
const KIND = Symbol('kind');

/** A field that contains the id of a record. */
export function referenceField<Schema extends TSchema>(kind: RecordKind, schema: Schema): Schema {
  return { ...schema, [KIND]: kind };
}

/** Lists the ids of records in a saved configuration, also in an invalid one. Leaves out ids that a template computes. */
export function referencesIn(schema: TSchema, value: Json, path = ''): RecordReference[] {
  const kind = (schema as { [KIND]?: RecordKind })[KIND];
  if (kind !== undefined) return isId(value) ? [{ kind, path: trimmed(path), id: value }] : [];
  if (Array.isArray(value)) {
    const element = elementSchema(schema);
    return value.flatMap((each, index) => referencesIn(element, each, `${path}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const property = propertySchema(schema, name);
    return property ? referencesIn(property, each, `${path}.${name}`) : [];
  });
}

function isId(value: Json): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && !isTemplate(value));
}
