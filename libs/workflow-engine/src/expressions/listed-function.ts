import { primitiveOf } from './conversions';
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
  return given.slice(0, count).map((value, index) => {
    switch (takes[Math.min(index, takes.length - 1)]) {
      case 'number':
        return primitiveOf(run, value, 'number');
      case 'text':
      case 'function or text':
        return primitiveOf(run, value, 'text');
      case 'nothing':
        if (value !== null && value !== undefined) run.fail(`${name} takes no such argument here.`);
        return value;
      default:
        return value;
    }
  });
}

/** JavaScript's own function of that name, called with the arguments that are given. */
export function native(of: object, name: string): ListedFunction['call'] {
  const target = Reflect.get(of, name) as (...args: unknown[]) => unknown;
  return (_, self, args) => Reflect.apply(target, self, args);
}

/** Rows of functions that are JavaScript's own, by their signatures. */
export function nativesOf(of: object) {
  return (
    signature: string,
    description: string,
    takes: readonly ArgumentKind[],
    more?: FunctionRow[4],
  ): FunctionRow => {
    const name = signature.slice(0, signature.indexOf('('));
    return [signature, description, takes, native(of, name.slice(name.lastIndexOf('.') + 1)), more];
  };
}
