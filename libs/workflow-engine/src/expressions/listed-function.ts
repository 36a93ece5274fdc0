import { isObject, primitiveOf } from './conversions';
import type { ExpressionRun } from './expression-run';

/**
 * What becomes of an argument before JavaScript's own function sees it. `any` and functions are passed on as they are;
 * for `number` and `text` objects are converted by ours, so that no conversion is without bounds; `nothing` must be null or
 * undefined.
 */
export type ArgumentKind = 'any' | 'number' | 'text' | 'nothing' | 'function' | 'function or text';

/** A function that expressions may call. */
export interface ListedFunction {
  /** `Math.max`, `Number`, `new Date`; for those of values, the kind of value before it: `text.slice`. */
  readonly name: string;
  readonly signature: string;
  /** What it does, in a sentence. */
  readonly description: string;
  readonly takes: readonly ArgumentKind[];
  /** Any number of further arguments, of the last kind. */
  readonly rest?: boolean;
  /** Gives an array that nothing else has. */
  readonly fresh?: boolean;
  /** Changes the array, so it is only for one that nothing else has. */
  readonly changes?: boolean;
  /** The function that it takes may be left out. */
  readonly mayOmitFunction?: boolean;
  call(run: ExpressionRun, self: unknown, args: readonly unknown[]): unknown;
}

/** A row: signature (which begins with the name), what it does, arguments, and the function. */
export type FunctionRow = [
  signature: string,
  description: string,
  takes: readonly ArgumentKind[],
  call: ListedFunction['call'],
  more?: Pick<ListedFunction, 'rest' | 'fresh' | 'changes' | 'mayOmitFunction'>,
];

export function listed([signature, description, takes, call, more]: FunctionRow): ListedFunction {
  const name = signature.slice(0, signature.indexOf('('));
  return Object.freeze({ name, signature, description, takes, call, ...more });
}

/** Objects among the arguments become what the function works on. */
export function argumentsOf(
  run: ExpressionRun,
  { takes, rest, name }: ListedFunction,
  given: readonly unknown[],
): readonly unknown[] {
  if (given.length === 0) return given;
  const count = rest ? given.length : Math.min(given.length, takes.length);
  if (count === given.length && !given.some(isObject) && !takes.includes('nothing')) return given;
  return given.slice(0, count).map((value, index) => {
    const kind = takes[Math.min(index, takes.length - 1)];
    if (kind === 'nothing' && value !== null && value !== undefined) {
      return run.fail(`${name} takes no ${index === 1 ? 'second' : 'such'} argument here.`);
    }
    if (!isObject(value)) return value;
    if (kind === 'number') return primitiveOf(run, value, 'number');
    return kind === 'text' || kind === 'function or text' ? primitiveOf(run, value, 'text') : value;
  });
}

/** JavaScript's own function, called with these arguments. */
export function native(target: unknown): ListedFunction['call'] {
  return (_, self, args) => Reflect.apply(target as (...args: unknown[]) => unknown, self, args);
}
