import { type Message } from '@app/kernel';
import type { AnyNode } from 'acorn';
import type { ExpressionRun } from './expression-run';

/** A compiled part of an expression. */
export type Step = (run: ExpressionRun) => unknown;

/**
 * A callback that one evaluation can call: an arrow function of the expression, or a listed function given by its name.
 */
export type Callback = (a?: unknown, b?: unknown, c?: unknown, d?: unknown) => unknown;

/**
 * The complete list of the fields of a value. A field maps to `undefined` if the fields of its own value are not known.
 */
export type KnownFields = ReadonlyMap<string, KnownFields | undefined>;

/** The names that an expression may use. */
export interface VisibleNames {
  /** The names in the scope. */
  readonly names: ReadonlySet<string>;
  /** The known fields of these names. For example, the fields of `nodeOutputs` are the ids of the nodes. */
  readonly fields?: KnownFields;
}

/** Services for the functions that compile syntax nodes. There is one such function per kind of node. */
export interface Compiler {
  /** If undefined, every name is accepted and looked up at run time. */
  readonly visible: VisibleNames | undefined;
  /** The visible parameters and their slots in the locals. */
  readonly locals: ReadonlyMap<string, number>;
  compile(node: AnyNode): Step;
  /** Allocates a slot for one more parameter. */
  takePlace(): number;
  /**
   * Notes that the expression uses a calendar.
   * @param id undefined if the expression computes the id
   */
  noteCalendars(id?: number): void;
  /** Notes that the expression reads this name from the scope. */
  noteScopeName(name: string): void;
  /** Returns a compiler with additional visible parameters. */
  within(locals: ReadonlyMap<string, number>): Compiler;
  /**
   * Refuses the expression because of this syntax node.
   * @throws ExpressionError
   */
  refuse(node: AnyNode, message: Message): never;
}

/** Removes the parentheses around a node. */
export function unwrapped(node: AnyNode): AnyNode {
  let bare = node;
  while (bare.type === 'ParenthesizedExpression') bare = bare.expression;
  return bare;
}

/** Marks a parameter that has no slot yet, because an earlier parameter is being compiled. */
export const NOT_YET_BOUND = -1;

/**
 * The internal value of an optional chain after one of its `?.` has met null or undefined. At the end of the chain, it
 * becomes undefined.
 */
export const CHAIN_ENDED: unique symbol = Symbol('chain ended');
