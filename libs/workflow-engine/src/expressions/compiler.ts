import type { AnyNode } from 'acorn';
import type { ExpressionRun } from './expression-run';

/** A part of an expression, ready to be evaluated. */
export type Step = (run: ExpressionRun) => unknown;

/** A function for the run of one call: of an arrow function, or of a listed function's name. */
export type Callback = (a?: unknown, b?: unknown, c?: unknown, d?: unknown) => unknown;

/** What an expression may name. */
export interface VisibleNames {
  /** The names of the scope. */
  readonly names: ReadonlySet<string>;
  /** Of names whose properties are known, such as the nodes in `nodeOutputs`: these properties. */
  readonly properties?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the compilers of single kinds of node need of the whole. */
export interface Compiler {
  /** Without it every name is accepted, and looked up at run time. */
  readonly visible: VisibleNames | undefined;
  /** Parameters that are visible, and their places in the run's locals. */
  readonly locals: ReadonlyMap<string, number>;
  compile(node: AnyNode): Step;
  /** A place for one more parameter. */
  takePlace(): number;
  /** With more parameters in sight. */
  within(locals: ReadonlyMap<string, number>): Compiler;
  /** @throws ExpressionError */
  refuse(node: AnyNode, message: string): never;
}

/** Without the brackets around it. */
export function unwrapped(node: AnyNode): AnyNode {
  let bare = node;
  while (bare.type === 'ParenthesizedExpression') bare = bare.expression;
  return bare;
}

/** In the place of a parameter's place, while the parameters before it are compiled. */
export const NOT_YET_BOUND = -1;

/** What a chain gives once one of its `?.` met null or undefined; never seen outside of the chain. */
export const CHAIN_ENDED: unique symbol = Symbol('chain ended');
