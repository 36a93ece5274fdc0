import { Type } from '@sinclair/typebox';

/** Letters of any script, digits, `_` and `$`, so that an expression can write it behind a point. */
const PATTERN = '^(?!(?:__proto__|constructor|prototype)$)[A-Za-z_$\\u00aa-\\uffff][\\w$\\u00aa-\\uffff]*$';

/** The schema of a variable's name. The names that have a meaning of their own in JavaScript are none. */
export function variableName(options: { title: string; description: string; examples: string[] }) {
  return Type.String({ ...options, pattern: PATTERN, maxLength: 100 });
}
