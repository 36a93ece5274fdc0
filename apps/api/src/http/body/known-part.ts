import { DomainError, say } from '@app/kernel';
import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { ARRAY_MAX_SIZE, getMetadataStorage } from 'class-validator';

/** Maximum number of unknown properties of a body that its classes see. */
const MAX_UNKNOWN = 100;

/**
 * Returns the part of a body that its class has rules for. class-transformer and class-validator spend up to 0.1 ms on
 * each other property and item. A list with too many items is cut after the first one too many, so it is still refused.
 * If its items are objects, it is refused at once.
 * The names of the first unknown properties are kept, with `true` or null as their values, because some classes refuse
 * them.
 * @param path of the value in the body
 * @throws DomainError `validation_failed` for a list with too many objects
 */
export function knownPartOf(
  dto: Type<object>,
  value: Record<string, unknown>,
  { unknown = { left: MAX_UNKNOWN }, path = '' } = {},
): Record<string, unknown> {
  const limits = rulesOf(dto);
  // A class without rules accepts every property, and so do the types of values that are not converted.
  if (limits.size === 0) return value;
  const known: [string, unknown][] = [];
  for (const [name, maxItems] of limits) {
    if (!Object.hasOwn(value, name)) continue;
    const given = value[name];
    const at = path === '' ? name : `${path}.${name}`;
    const isTooLong = Array.isArray(given) && given.length > maxItems;
    if (isTooLong && nestedIn(dto, name))
      throw DomainError.ofField(at, say('too_many_items', { most: maxItems }));
    known.push([
      name,
      nestedPartOf(dto, name, isTooLong ? given.slice(0, maxItems + 1) : given, { unknown, at }),
    ]);
  }
  for (const name of unknown.left > 0 ? Object.keys(value) : []) {
    if (limits.has(name) || unknown.left <= 0) continue;
    unknown.left -= 1;
    known.push([name, value[name] === null ? null : true]);
  }
  // Such a property is refused.
  if (Object.hasOwn(value, 'constructor')) known.push(['constructor', value['constructor']]);
  return Object.fromEntries(known);
}

function nestedPartOf(
  dto: Type<object>,
  name: string,
  value: unknown,
  { unknown, at }: { unknown: { left: number }; at: string },
): unknown {
  const nested = nestedIn(dto, name);
  if (!nested) return value;
  const part = (one: unknown, path: string) =>
    isPlainObject(one) ? knownPartOf(nested, one, { unknown, path }) : one;
  return Array.isArray(value) ? value.map((one, index) => part(one, `${at}[${index}]`)) : part(value, at);
}

/** The class of a nested object or of the items of a list; undefined for other values. */
function nestedIn(dto: Type<object>, name: string): Type<object> | undefined {
  return defaultMetadataStorage.findTypeMetadata(dto, name)?.typeFunction() as Type<object> | undefined;
}

const rules = new WeakMap<Type<object>, Map<string, number>>();

/** The properties that have rules, and the maximum number of items of each. */
function rulesOf(dto: Type<object>): Map<string, number> {
  const known = rules.get(dto) ?? new Map<string, number>();
  if (rules.has(dto)) return known;
  rules.set(dto, known);
  for (const { propertyName, name, constraints } of getMetadataStorage().getTargetValidationMetadatas(
    dto,
    '',
    false,
    false,
  )) {
    const max = name === ARRAY_MAX_SIZE ? Number(constraints[0]) : Infinity;
    known.set(propertyName, Math.min(known.get(propertyName) ?? Infinity, max));
  }
  return known;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
