import { say } from '@app/kernel';
import type { BinaryExpression, ConditionalExpression, LogicalExpression, UnaryExpression } from 'acorn';
import type { Compiler, Step } from './compiler';
import { concatenated, isObject, primitiveOf } from './conversions';
import type { ExpressionRun } from './expression-run';

// Applies an operator to two primitive values. The declared type is number, but JavaScript converts other primitives
// too.
type OnPrimitives = (a: number, b: number) => unknown;

const BINARY: Readonly<Record<string, OnPrimitives>> = {
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

const EQUALITY: Readonly<Record<string, (run: ExpressionRun, a: unknown, b: unknown) => boolean>> = {
  '===': (_, a, b) => a === b,
  '!==': (_, a, b) => a !== b,
  '==': looselyEqual,
  '!=': (run, a, b) => !looselyEqual(run, a, b),
};

const UNARY: Readonly<Record<string, (run: ExpressionRun, value: unknown) => unknown>> = {
  '!': (_, value) => !value,
  '-': (run, value) => -(primitiveOf(run, value, 'number') as number),
  '+': (run, value) => Number(primitiveOf(run, value, 'number')),
  '~': (run, value) => ~(primitiveOf(run, value, 'number') as number),
  typeof: (_, value) => typeof value,
};

export function compileBinary(compiler: Compiler, node: BinaryExpression): Step {
  const { operator } = node;
  const ofPrimitives = BINARY[operator];
  const equality = EQUALITY[operator];
  if (operator !== '+' && !ofPrimitives && !equality) {
    const message = operator === 'in' ? say('in_operator') : say('not_in_expressions', { name: operator });
    return compiler.refuse(node, message);
  }
  const left = compiler.compile(node.left);
  const right = compiler.compile(node.right);
  if (equality) return compileEquality(equality, left, right, node.start);
  return compileArithmetic(ofPrimitives, left, right, node.start);
}

/** Compiles an arithmetic operator. Without `ofPrimitives`, the operator is `+`. */
function compileArithmetic(
  ofPrimitives: OnPrimitives | undefined,
  left: Step,
  right: Step,
  start: number,
): Step {
  return (run) => {
    run.step();
    let a = left(run);
    let b = right(run);
    run.position = start;
    if (!ofPrimitives) return sum(run, a, b);
    if (typeof a !== 'number') a = primitiveOf(run, a, 'number');
    if (typeof b !== 'number') b = primitiveOf(run, b, 'number');
    return ofPrimitives(a as number, b as number);
  };
}

function sum(run: ExpressionRun, a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  const left = isObject(a) ? primitiveOf(run, a, 'text') : a;
  const right = isObject(b) ? primitiveOf(run, b, 'text') : b;
  if (typeof left === 'string' || typeof right === 'string') {
    return concatenated(run, String(left), String(right));
  }
  return (left as number) + (right as number);
}

function compileEquality(
  equality: (run: ExpressionRun, a: unknown, b: unknown) => boolean,
  left: Step,
  right: Step,
  start: number,
): Step {
  return (run) => {
    run.step();
    const a = left(run);
    const b = right(run);
    run.position = start;
    if (typeof a === 'string' && typeof b === 'string') run.goThrough(a);
    return equality(run, a, b);
  };
}

function looselyEqual(run: ExpressionRun, a: unknown, b: unknown): boolean {
  if (a === null || a === undefined) return b === null || b === undefined;
  if (b === null || b === undefined) return false;
  if (isObject(a) && isObject(b)) return a === b;
  const left = primitiveOf(run, a, 'text');
  const right = primitiveOf(run, b, 'text');
  // If the types differ, both operands are compared as numbers.
  return typeof left === typeof right ? left === right : Number(left) === Number(right);
}

export function compileUnary(compiler: Compiler, node: UnaryExpression): Step {
  const operation = UNARY[node.operator];
  if (!operation) return compiler.refuse(node, say('not_in_expressions', { name: node.operator }));
  const argument = compiler.compile(node.argument);
  const { start } = node;
  return (run) => {
    run.step();
    const value = argument(run);
    run.position = start;
    return operation(run, value);
  };
}

export function compileLogical(compiler: Compiler, node: LogicalExpression): Step {
  const left = compiler.compile(node.left);
  const right = compiler.compile(node.right);
  if (node.operator === '&&') {
    return (run) => {
      run.step();
      return left(run) && right(run);
    };
  }
  if (node.operator === '||') {
    return (run) => {
      run.step();
      return left(run) || right(run);
    };
  }
  return (run) => {
    run.step();
    return left(run) ?? right(run);
  };
}

export function compileConditional(compiler: Compiler, node: ConditionalExpression): Step {
  const test = compiler.compile(node.test);
  const whenTrue = compiler.compile(node.consequent);
  const whenFalse = compiler.compile(node.alternate);
  return (run) => {
    run.step();
    return test(run) ? whenTrue(run) : whenFalse(run);
  };
}
