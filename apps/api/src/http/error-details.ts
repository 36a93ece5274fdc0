import type { ErrorDetail } from '@app/kernel';
import { type ValidationError, getMetadataStorage } from 'class-validator';

/** class-validator's findings as details, one for each path (`recipients[1].email`): the first of its faults. */
export function errorDetails(errors: readonly ValidationError[]): ErrorDetail[] {
  const byPath = new Map<string, ErrorDetail>();
  for (const detail of allDetails(errors)) {
    if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
  }
  return [...byPath.values()];
}

function allDetails(errors: readonly ValidationError[], prefix = ''): ErrorDetail[] {
  return errors.flatMap((error) => {
    const path = joined(prefix, error.property);
    const own = telling(error.constraints ?? {}).flatMap(([name, message]) =>
      faultyItems(error, name).map((item) => ({ path: path + item, message: withoutEach(message) })),
    );
    return [...own, ...allDetails(error.children ?? [], path)];
  });
}

/** Of a value that is no number, that it is not below 10 either is no news: where a kind is wrong, only that is told. */
function telling(constraints: Record<string, string>): [rule: string, message: string][] {
  const all = Object.entries(constraints);
  const ofKind = all.filter(([rule]) => rule.startsWith('is'));
  return ofKind.length > 0 ? ofKind : all;
}

function joined(prefix: string, property: string): string {
  if (/^\d+$/.test(property)) return `${prefix}[${property}]`;
  return prefix === '' ? property : `${prefix}.${property}`;
}

/** `[1]` and so on for a rule that holds for each item of a list; else the list, or value, itself. */
function faultyItems({ target, property, value }: ValidationError, rule: string): string[] {
  if (!Array.isArray(value) || target === undefined) return [''];
  const storage = getMetadataStorage();
  const ofEach = storage
    .getTargetValidationMetadatas(target.constructor, '', true, false)
    .find((metadata) => metadata.propertyName === property && metadata.name === rule && metadata.each);
  if (!ofEach) return [''];
  const [constraint] = storage.getTargetValidatorConstraints(ofEach.constraintCls);
  const items = value.flatMap((item: unknown, index) => {
    const passes = constraint?.instance.validate(item, {
      value: item,
      constraints: ofEach.constraints ?? [],
      targetName: target.constructor.name,
      object: target,
      property,
    });
    return passes === true ? [] : [`[${index}]`];
  });
  return items.length > 0 ? items : [''];
}

function withoutEach(message: string): string {
  return message.replace(/^each value in /, '');
}
