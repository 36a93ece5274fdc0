import { applyDecorators } from '@nestjs/common';
import { Expose, Transform } from 'class-transformer';
import { Allow, getMetadataStorage } from 'class-validator';

/**
 * Collects the names of the fields of an object that its class does not have, as an object of `true`, so that they can
 * be reported. Without this decorator, they would be dropped. Null counts as omitted. The property also needs
 * `@ApiHideProperty()`, because it is not a field of the API.
 */
export function UnknownFields(): PropertyDecorator {
  return (target, key) => {
    const dto = target.constructor as new () => object;
    applyDecorators(
      Expose(),
      Transform(({ obj }: { obj: Record<string, unknown> }) => unknownFields(obj, dto, String(key))),
      Allow(),
    )(target, key);
  };
}

/** @param key the property that collects the names, which the request cannot set */
function unknownFields(given: Record<string, unknown>, dto: new () => object, key: string): object {
  const names = [...otherFields(given, dto), ...(Object.hasOwn(given, key) ? [key] : [])];
  const set = names.filter((name) => given[name] !== null && name !== '__proto__');
  return Object.fromEntries(set.map((name) => [name, true]));
}

/** The names of the fields of `value` that the class does not have. */
function otherFields(value: object, dto: new () => object): string[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const known = new Set(metadata.map(({ propertyName }) => propertyName));
  return Object.keys(value).filter((name) => !known.has(name));
}
