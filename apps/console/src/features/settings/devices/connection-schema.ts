import type { Failure } from '../../../api/plantroom';

/** The parts of a field's JSON Schema that the form reads. */
export interface FieldSchema {
  type?: string;
  title?: string;
  description?: string;
  default?: string | number | boolean;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

export interface ConnectionField {
  name: string;
  schema: FieldSchema;
  isRequired: boolean;
}

interface ProtocolSchema {
  properties?: Record<string, FieldSchema>;
  required?: string[];
}

interface ConnectionsSchema {
  items?: { oneOf?: { $ref?: string; properties?: { protocol?: { const?: unknown } } }[] };
  $defs?: Record<string, ProtocolSchema>;
}

const DEFINITIONS = '#/$defs/';
const SCALARS = new Set(['string', 'integer', 'number', 'boolean']);

/** Returns the fields of each protocol that a form can show: the required ones first, no lists and no objects. */
export function fieldsByProtocol(schema: object | null): ReadonlyMap<string, ConnectionField[]> {
  const { items, $defs } = (schema ?? {}) as ConnectionsSchema;
  return new Map(
    (items?.oneOf ?? []).map(({ $ref = '', properties }) => [
      String(properties?.protocol?.const),
      fieldsOf($defs?.[$ref.replace(DEFINITIONS, '')] ?? {}),
    ]),
  );
}

function fieldsOf({ properties = {}, required = [] }: ProtocolSchema): ConnectionField[] {
  return (
    Object.entries(properties)
      .map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }))
      // Only the machine of the gateway can name files.
      .filter(({ name, schema }) => SCALARS.has(schema.type ?? '') && !name.endsWith('File'))
      .filter(({ name }) => name !== 'protocol')
      .toSorted((one, other) => rankOf(one) - rankOf(other))
  );
}

function rankOf({ name, isRequired }: ConnectionField): number {
  if (name === 'name') return 0;
  return isRequired ? 1 : 2;
}

const fault = (code: string, values: Failure['values'] = {}): Failure => ({ code, values, message: code });

/** Returns what is wrong with the value of a field; null if nothing is. */
export function problemOf({ schema, isRequired }: ConnectionField, value: unknown): Failure | null {
  if (value === undefined) return isRequired ? fault('required') : null;
  if (schema.enum && !schema.enum.some((choice) => choice === value))
    return fault('not_choice', { choices: schema.enum.join(', ') });
  if (schema.type === 'string') return problemOfText(schema, value);
  if (schema.type === 'boolean') return typeof value === 'boolean' ? null : fault('not_boolean');
  return problemOfNumber(schema, value);
}

function problemOfText({ minLength = 0, maxLength = Infinity, pattern }: FieldSchema, value: unknown) {
  if (typeof value !== 'string') return fault('not_text');
  if (minLength > 0 && value.trim() === '') return fault('required');
  if (value.length < minLength) return fault('too_short', { least: minLength });
  if (value.length > maxLength) return fault('too_long', { most: maxLength });
  return pattern === undefined || new RegExp(pattern).test(value) ? null : fault('wrong_form', { pattern });
}

function problemOfNumber({ type, minimum = -Infinity, maximum = Infinity }: FieldSchema, value: unknown) {
  if (typeof value !== 'number') return fault('not_number');
  if (type === 'integer' && !Number.isInteger(value)) return fault('not_whole');
  if (value < minimum) return fault('too_low', { least: minimum });
  return value > maximum ? fault('too_high', { most: maximum }) : null;
}

/**
 * Returns what a gateway says about single fields of a connection. A gateway gives one text for all problems:
 * `connections[1].port must be at least 1; connections[1].host must be a text.`
 * @param position the position of the connection
 */
export function refusedFields(message: string, position: number): Record<string, string> {
  const problems = [...message.matchAll(/connections\[(\d+)\]\.(\w+) ([^;]+)/g)];
  return Object.fromEntries(
    problems
      .filter(([, at]) => Number(at) === position)
      .map(([, , name = '', problem = '']) => [name, problem]),
  );
}
