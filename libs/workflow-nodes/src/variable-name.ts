import { Type } from '@sinclair/typebox';

/** Letters of any script, digits, `_` and `$`, so that an expression can read the variable as `variables.name`. */
const PATTERN = '^(?!(?:__proto__|constructor|prototype)$)[A-Za-z_$\\u00aa-\\uffff][\\w$\\u00aa-\\uffff]*$';

/** The schema of a variable's name. Names with a special meaning in JavaScript are refused. */
export function variableName(options: { title: string; description: string; examples: string[] }) {
  return Type.String({ ...options, pattern: PATTERN, maxLength: 100 });
}
