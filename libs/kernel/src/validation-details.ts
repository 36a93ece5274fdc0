import { getMetadataStorage, type ValidationError } from 'class-validator';
import type { ErrorDetail } from './domain-error';

/** An error of class-validator or of Nest's validation pipe for one property. */
type Fault = Pick<ValidationError, 'target' | 'property' | 'value' | 'constraints'> & { children?: Fault[] };

/**
 * Converts the errors of class-validator to details. There is one detail for each path (`recipients[1].email`), with
 * the first error of the path.
 */
export function validationDetails(errors: readonly Fault[]): ErrorDetail[] {
  const byPath = new Map<string, ErrorDetail>();
  for (const detail of allDetails(errors)) {
    if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
  }
  return [...byPath.values()];
}

function allDetails(errors: readonly Fault[], prefix = ''): ErrorDetail[] {
  return errors.flatMap((error) => {
    const path = joined(prefix, error.property);
    const own = mostRelevant(error.constraints ?? {}).flatMap(([name, message]) =>
      faultyItems(error, name).map((item) => ({ path: path + item, message: withoutEach(message) })),
    );
    return [...own, ...allDetails(error.children ?? [], path)];
  });
}

/**
 * Returns the rules to report. If type rules are violated, only these are reported, because a range error would add
 * nothing.
 */
function mostRelevant(constraints: Record<string, string>): [rule: string, message: string][] {
  const all = Object.entries(constraints);
  const ofKind = all.filter(([rule]) => rule.startsWith('is'));
  return ofKind.length > 0 ? ofKind : all;
}

function joined(prefix: string, property: string): string {
  if (/^\d+$/.test(property)) return `${prefix}[${property}]`;
  return prefix === '' ? property : `${prefix}.${property}`;
}

/**
 * Returns the index of each invalid item, such as `[1]`, if the rule applies to items. If it does not, returns `''`,
 * which stands for the list or value itself.
 */
function faultyItems({ target, property, value }: Fault, rule: string): string[] {
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
