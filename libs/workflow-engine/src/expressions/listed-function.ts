import { say } from '@app/kernel';
import { primitiveOf } from './conversions';
import type { ExpressionRun } from './expression-run';

/**
 * How an argument is converted before it is passed to the built-in function. `any` and functions are passed unchanged.
 * For `number` and `text`, objects are converted here, because the conversion of JavaScript is not bounded. `nothing`
 * must be null or undefined.
 */
export type ArgumentKind = 'any' | 'number' | 'text' | 'nothing' | 'function' | 'function or text';

/** A function that expressions may call. */
export interface ListedFunction {
  /** The full name: `Math.max`, `Number`, `new Date`. For a method, this is the name after the dot: `slice`. */
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

/**
 * One function as a tuple: the signature, which begins with the name; the description; the kinds of arguments; and the
 * implementation.
 */
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

/** Converts arguments that are objects to the kind that the function declares. */
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
        if (value !== null && value !== undefined) run.fail(say('argument_must_be_nothing', { name }));
        return value;
      default:
        return value;
    }
  });
}

/** Returns the implementation that calls the built-in function of JavaScript with this name. */
export function native(of: object, name: string): ListedFunction['call'] {
  const target = Reflect.get(of, name) as (...args: unknown[]) => unknown;
  return (_, self, args) => Reflect.apply(target, self, args);
}

/** Returns a function that creates the row of a built-in function of JavaScript from its signature. */
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
