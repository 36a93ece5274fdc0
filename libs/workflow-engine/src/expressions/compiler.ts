import type { AnyNode } from 'acorn';
import type { ExpressionRun } from './expression-run';

/** A compiled part of an expression. */
export type Step = (run: ExpressionRun) => unknown;

/** A function that one evaluation may call: an arrow function of the expression, or the listed function of a name. */
export type Callback = (a?: unknown, b?: unknown, c?: unknown, d?: unknown) => unknown;

/** The names that an expression may use. */
export interface VisibleNames {
  /** The names in the scope. */
  readonly names: ReadonlySet<string>;
  /**
   * The properties of names whose properties are known. For example, those of `nodeOutputs` are the ids of the nodes.
   */
  readonly properties?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The services that the compilers of single syntax nodes share. */
export interface Compiler {
  /** If it is missing, every name is accepted and looked up at run time. */
  readonly visible: VisibleNames | undefined;
  /** The visible parameters and their slots in the locals. */
  readonly locals: ReadonlyMap<string, number>;
  compile(node: AnyNode): Step;
  /** Allocates a slot for one more parameter. */
  takePlace(): number;
  /** Notes that the expression uses calendars. */
  noteCalendars(): void;
  /** Returns a compiler with additional visible parameters. */
  within(locals: ReadonlyMap<string, number>): Compiler;
  /** @throws ExpressionError */
  refuse(node: AnyNode, message: string): never;
}

/** Removes the parentheses around a node. */
export function unwrapped(node: AnyNode): AnyNode {
  let bare = node;
  while (bare.type === 'ParenthesizedExpression') bare = bare.expression;
  return bare;
}

/** Marks a parameter without a slot, while earlier parameters are compiled. */
export const NOT_YET_BOUND = -1;

/** The value of a chain after one of its `?.` met null or undefined. Never visible outside of the chain. */
export const CHAIN_ENDED: unique symbol = Symbol('chain ended');
