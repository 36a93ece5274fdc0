import { listNames, type Message, say, similarName } from '@app/kernel';
import type { Problem } from '../definition';

/** Maximum number of names in a message. */
const MAX_LISTED = 20;

/** Says that an object has no field with this name, and which fields it may have. */
export function unknownField(name: string, known: readonly string[]): Message {
  const similar = similarName(name, known);
  if (similar !== undefined) return say('misspelt_field', { similar });
  return known.length === 0
    ? say('unknown_field')
    : say('unknown_field_of', { known: listNames(known, MAX_LISTED) });
}

/** Lists a problem for each field of an object that is not known. Null counts as omitted. */
export function unknownFields(object: object, known: readonly string[], path = ''): Problem[] {
  return Object.entries(object)
    .filter(([name, value]) => value !== null && value !== undefined && !known.includes(name))
    .map(([name]) => ({ path: `${path}${path && '.'}${name}`, ...unknownField(name, known) }));
}
