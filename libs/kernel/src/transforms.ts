import { Transform } from 'class-transformer';

/** Converts `"15"` to 15. Any other text stays a string, so that the validator reports it. */
export function AsNumber(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
  );
}

/** Converts only `"true"` and `"false"`. An implicit conversion cannot be used, because `Boolean("false")` is true. */
export function AsBoolean(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    value === 'true' ? true : value === 'false' ? false : value,
  );
}

/** Splits a comma-separated list, trims blanks and drops empty entries. */
export function AsList(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== '')
      : value,
  );
}
