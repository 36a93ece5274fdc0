import { primitiveOf } from './conversions';
import type { ExpressionRun } from './expression-run';

/**
 * How an argument is converted before JavaScript's own function receives it. `any` and functions are passed unchanged.
 * For `number` and `text`, objects are converted by our own bounded conversion. `nothing` must be null or undefined.
 */
export type ArgumentKind = 'any' | 'number' | 'text' | 'nothing' | 'function' | 'function or text';

/** A function that expressions may call. */
export interface ListedFunction {
  /**
   * The full name: `Math.max`, `Number`, `new Date`. The name of a method begins with the kind of its value:
   * `text.slice`.
   */
  readonly name: string;
  readonly signature: string;
  /** The effect of the function, in one sentence. */
  readonly description: string;
  readonly takes: readonly ArgumentKind[];
  /** Accepts any number of further arguments of the last kind. */
  readonly rest?: boolean;
  /** Returns a new array that nothing else references. */
  readonly fresh?: boolean;
  /** Modifies the array. Allowed only on an array that nothing else references. */
  readonly changes?: boolean;
  /** The callback is optional. */
  readonly mayOmitFunction?: boolean;
  /** Needs the calendars of the site. */
  readonly readsCalendars?: boolean;
  call(run: ExpressionRun, self: unknown, args: readonly unknown[]): unknown;
}

/** A row: signature (beginning with the name), description, arguments, and the function. */
export type FunctionRow = [
  signature: string,
  description: string,
  takes: readonly ArgumentKind[],
  call: ListedFunction['call'],
  more?: Pick<ListedFunction, 'rest' | 'fresh' | 'changes' | 'mayOmitFunction' | 'readsCalendars'>,
];

export function listed([signature, description, takes, call, more]: FunctionRow): ListedFunction {
  const name = signature.slice(0, signature.indexOf('('));
  return Object.freeze({ name, signature, description, takes, call, ...more });
}

/** Converts the objects among the arguments. */
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

/** JavaScript's own function of that name, called with the given arguments. */
export function native(of: object, name: string): ListedFunction['call'] {
  const target = Reflect.get(of, name) as (...args: unknown[]) => unknown;
  return (_, self, args) => Reflect.apply(target, self, args);
}

/** Rows for JavaScript's own functions, by signature. */
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
