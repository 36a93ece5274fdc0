import { ApiError, type Failure } from '../api/plantroom';

/**
 * Returns what the API says about single fields, for `form.setErrors`. A problem of an item in a list also marks the
 * list: `recipients[1]` marks `recipients.1` and `recipients`.
 * @param textOf says a fault in the language of the user
 */
export function fieldErrors(error: unknown, textOf: (fault: Failure) => string): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.details.flatMap(({ path, ...fault }) => {
      const field = path.replaceAll(/\[(\d+)\]/g, '.$1');
      const text = textOf(fault);
      return [
        [field.split('.')[0] ?? field, text],
        [field, text],
      ];
    }),
  );
}
