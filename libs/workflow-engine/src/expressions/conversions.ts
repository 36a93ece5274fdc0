import { type MessageValue, say } from '@app/kernel';
import { MAX_VALUE_DEPTH, type ExpressionRun } from './expression-run';

/**
 * The target type of a conversion. Conversions have the same results as in JavaScript, with two exceptions. The size of
 * a text is limited, because JavaScript would join nested arrays of any size. A date is not converted to text, because
 * JavaScript would use the time zone of the machine.
 */
export type ConversionHint = 'number' | 'text';

export type Primitive = string | number | boolean | null | undefined;

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Names the type of a value in messages: `an array`, `undefined`, `text`. */
export function kindOf(value: unknown): MessageValue {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return say('an_array');
  if (value instanceof Date) return say('a_date');
  switch (typeof value) {
    case 'string':
      return say('text');
    case 'number':
      return say('a_number');
    case 'boolean':
      return say('a_boolean');
    default:
      return say('an_object');
  }
}

/**
 * Converts an operand to a primitive. If this is a text, charges for its whole length, because the operator may read it
 * to its end.
 */
export function primitiveOf(run: ExpressionRun, value: unknown, hint: ConversionHint): Primitive {
  if (typeof value === 'string') run.goThrough(value);
  if (!isObject(value)) return value as Primitive;
  return value instanceof Date && hint === 'number' ? value.getTime() : textOf(run, value);
}

/** Converts a value to text, like `String(value)`. */
export function textOf(run: ExpressionRun, value: unknown, depth = 0): string {
  if (!isObject(value)) return String(value);
  if (Array.isArray(value)) return joinedText(run, value, ',', depth);
  if (value instanceof Date) {
    run.fail(say('date_as_text'));
  }
  // An own property `toString` would hide the function of the same name that JavaScript calls.
  if (Object.hasOwn(value, 'toString')) run.fail(say('object_as_text'));
  return '[object Object]';
}

/** Joins the elements as text, like `list.join(separator)`. */
export function joinedText(
  run: ExpressionRun,
  list: readonly unknown[],
  separator: string,
  depth = 0,
): string {
  if (depth > MAX_VALUE_DEPTH) run.fail(say('arrays_too_deep'));
  run.elements(list.length);
  let text = '';
  for (const [index, element] of list.entries()) {
    if (index > 0) text += separator;
    if (element !== null && element !== undefined) text += textOf(run, element, depth + 1);
    run.assertText(text.length);
  }
  run.characters(text.length);
  return text;
}

/** Concatenates two texts. Charges for the shorter one only, because V8 does not copy the longer one. */
export function concatenated(run: ExpressionRun, left: string, right: string): string {
  run.assertText(left.length + right.length);
  run.goThrough(left.length < right.length ? left : right);
  return left + right;
}

/** Returns the elements of `...value` in an array or a call. */
export function iterated(run: ExpressionRun, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') {
    run.elements(value.length);
    return Array.from(value);
  }
  return run.fail(say('not_iterable', { kind: kindOf(value) }));
}
