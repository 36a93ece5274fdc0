import { Transform } from 'class-transformer';

/** `"15"` → 15. Anything that is not a plain decimal number stays a string, so that the validator names it. */
export function AsNumber(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
  );
}

/** `"true"` and `"false"` alone are booleans: `Boolean("false")` is true, so no implicit conversion. */
export function AsBoolean(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    value === 'true' ? true : value === 'false' ? false : value,
  );
}

/** A comma-separated list, blanks trimmed, empty entries dropped. */
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
