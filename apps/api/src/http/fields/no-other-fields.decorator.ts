import { Rule, say } from '@app/kernel';
import { getMetadataStorage } from 'class-validator';

/**
 * The property is an object of the class `classOf()`. Fields that the class does not have are refused. Without this
 * decorator, they would be dropped.
 */
export function NoOtherFields(classOf: () => new () => object): PropertyDecorator {
  const others = (value: unknown) => otherFields(value, classOf());
  return Rule(
    'noOtherFields',
    (value) => others(value).length === 0,
    (value) => say('unknown_property', { name: others(value)[0]?.slice(0, 60) ?? '' }),
  );
}

/** The names of the fields of `value` that the class does not have. */
export function otherFields(value: unknown, dto: new () => object): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const known = new Set(metadata.map(({ propertyName }) => propertyName));
  return Object.keys(value).filter((name) => !known.has(name));
}
