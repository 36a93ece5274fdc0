import type { TSchema } from '@sinclair/typebox';
import { parseExpression } from '../expressions/expression';
import { ExpressionError } from '../expressions/expression-error';
import { isTemplate } from '../expressions/template';
import { isJsonObject, type Json } from '../json';
import { isConditionField } from './config-field';
import { alternatives, elementSchema, propertySchema } from './config-schema';
import { trimmed } from './schema-sentences';

/** The kinds of records, and of other things that have a name. */
export type ReferenceKind =
  | 'area'
  | 'calendar'
  | 'event'
  | 'file'
  | 'point'
  | 'reportPlan'
  | 'reportTemplate'
  | 'workflow';

/** The id of a record, the code of a point or the name of an event in a saved configuration. */
export interface Reference {
  kind: ReferenceKind;
  path: string;
  id: number | string;
}

/** A keyword for editors in the JSON Schemas of `GET /nodes`. */
const KIND = 'x-reference';

/** A field that contains the id of a record, the code of a point or the name of an event. */
export function referenceField<Schema extends TSchema>(kind: ReferenceKind, schema: Schema): Schema {
  return { ...schema, [KIND]: kind };
}

/**
 * Lists the references in a saved configuration, which may be invalid. Includes the calendars in conditions. Leaves out
 * ids that a template computes.
 */
export function referencesIn(schema: TSchema, value: Json, path = ''): Reference[] {
  const kind = schema[KIND] as ReferenceKind | undefined;
  if (kind !== undefined) return isId(value) ? [{ kind, path: trimmed(path), id: value }] : [];
  if (isConditionField(schema)) return typeof value === 'string' ? calendarsOf(value, trimmed(path)) : [];
  const choice = alternatives(schema);
  if (choice) {
    const found = choice.map((alternative) => referencesIn(alternative, value, path));
    return found.find((references) => references.length > 0) ?? [];
  }
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

/** Returns no calendars if the condition of a draft cannot be parsed. The problems of the draft report the error. */
function calendarsOf(condition: string, path: string): Reference[] {
  try {
    return parseExpression(condition).calendarIds.map((id) => ({ kind: 'calendar', path, id }));
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
