import { getMetadataStorage, ValidateBy } from 'class-validator';

/**
 * The property is an object of the class `classOf()`. Fields that the class does not have are refused. Without this
 * decorator, they would be dropped.
 */
export function NoOtherFields(classOf: () => new () => object): PropertyDecorator {
  return ValidateBy({
    name: 'noOtherFields',
    validator: {
      validate: (value) => otherFields(value, classOf()).length === 0,
      defaultMessage: (where) =>
        `$property has an unknown field: ${otherFields(where?.value, classOf())[0]?.slice(0, 60)}`,
    },
  });
}

/** The names of the fields of `value` that the class does not have. */
export function otherFields(value: unknown, dto: new () => object): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const known = new Set(metadata.map(({ propertyName }) => propertyName));
  return Object.keys(value).filter((name) => !known.has(name));
}
