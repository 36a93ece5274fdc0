export const CODE_LENGTH = 255;
export const NAME_LENGTH = 255;
/** Maximum length of a unit or a data type. */
export const UNIT_LENGTH = 64;

/**
 * True if the text can be the code of an object or a point. Blanks at the end are refused, because MariaDB ignores them
 * in comparisons. Unpaired surrogates and NUL are refused, because they cannot be stored in every database.
 */
export function isCode(text: unknown): boolean {
  return (
    typeof text === 'string' &&
    text.length > 0 &&
    text.length <= CODE_LENGTH &&
    text.trim() === text &&
    !/[\p{Surrogate}\p{Control}]/u.test(text)
  );
}
