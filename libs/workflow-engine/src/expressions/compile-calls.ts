import { type Message, say } from '@app/kernel';
import type { AnyNode, CallExpression, MemberExpression, NewExpression } from 'acorn';
import { compileCallback } from './compile-callbacks';
import { compileList } from './compile-literals';
import { CHAIN_ENDED, unwrapped, type Compiler, type Step } from './compiler';
import { kindOf } from './conversions';
import { adviceOnName } from './expression-advice';
import type { ExpressionRun } from './expression-run';
import { argumentsOf, type ListedFunction } from './listed-function';
import {
  functionNamed,
  METHODS,
  methodFor,
  NAMESPACES,
  noFunction,
  similarFunction,
  type Methods,
} from './function-catalogue';
import { checkResumeUrl } from './resume-functions';

export function compileNew(compiler: Compiler, node: NewExpression): Step {
  const { callee } = node;
  const made = callee.type === 'Identifier' ? functionNamed(compiler.locals, callee, 'new ') : undefined;
  return made ? compileFunctionCall(compiler, node, made) : compiler.refuse(node, say('only_new_date'));
}

export function compileCall(compiler: Compiler, node: CallExpression): Step {
  const { callee } = node;
  if (node.optional) return compiler.refuse(node, say('no_optional_call'));
  const listed = functionNamed(compiler.locals, callee);
  if (listed) return compileFunctionCall(compiler, node, listed);
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') {
    return compiler.refuse(callee, notCallable(callee));
  }
  const path = namespacePath(compiler, callee);
  if (path) return compiler.refuse(callee, noFunction(path));
  return compileMethodCall(compiler, node, callee, callee.property.name);
}

function notCallable(callee: AnyNode): Message {
  if (callee.type !== 'Identifier') return say('not_callable');
  const { name } = callee;
  const advice = adviceOnName(name) ?? (similarFunction(name) ? noFunction(name) : undefined);
  return advice ?? say('name_not_callable', { name });
}

function namespacePath(compiler: Compiler, { object, property }: MemberExpression): string | undefined {
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return undefined;
  const isNamespace = NAMESPACES.has(object.name) && !compiler.locals.has(object.name);
  return isNamespace ? `${object.name}.${property.name}` : undefined;
}

function compileFunctionCall(
  compiler: Compiler,
  node: CallExpression | NewExpression,
  listed: ListedFunction,
): Step {
  const args = compileArguments(compiler, node, [listed], listed.name);
  if (listed.readsCalendars) compiler.noteCalendars(literalNumber(node.arguments[1]));
  checkResumeUrl(compiler, node, listed.name);
  const { start } = node;
  return (run) => {
    run.step();
    const given = args(run);
    run.position = start;
    return listed.call(run, undefined, argumentsOf(run, listed, given));
  };
}

function literalNumber(node: AnyNode | undefined): number | undefined {
  const bare = node && unwrapped(node);
  return bare?.type === 'Literal' && typeof bare.value === 'number' ? bare.value : undefined;
}

function compileMethodCall(
  compiler: Compiler,
  node: CallExpression,
  callee: MemberExpression,
  name: string,
): Step {
  const methods = METHODS.get(name);
  if (!methods) return compiler.refuse(callee.property, noFunction(name));
  if ([...methods.values()].every((method) => method.changes) && !isFresh(compiler, callee.object)) {
    return compiler.refuse(callee.property, changesItsArray(name));
  }
  const object = compiler.compile(callee.object);
  const args = compileArguments(compiler, node, [...methods.values()], name);
  const { optional, start } = callee;
  return (run) => {
    run.step();
    const self = object(run);
    if (self === CHAIN_ENDED || (optional && (self === null || self === undefined))) return CHAIN_ENDED;
    const method = methodFor(methods, self);
    if (!method) {
      run.position = start;
      return noSuchMethod(run, name, self);
    }
    const given = args(run);
    run.position = start;
    return method.call(run, self, argumentsOf(run, method, given));
  };
}

function noSuchMethod(run: ExpressionRun, name: string, self: unknown): never {
  return run.fail(say('no_function_of', { name, kind: kindOf(self) }));
}

function changesItsArray(name: string): Message {
  const instead = name === 'sort' ? 'toSorted' : 'toReversed';
  return say('changes_array', { name, instead });
}

/** Returns true if `maker` creates an array that nothing else references. Such an array may be modified in place. */
function isFresh(compiler: Compiler, maker: AnyNode): boolean {
  const node = unwrapped(maker);
  if (node.type === 'ArrayExpression') return true;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { property } = node.callee;
  if (node.callee.computed || property.type !== 'Identifier') return false;
  const path = namespacePath(compiler, node.callee);
  const called: Iterable<ListedFunction> = path
    ? [functionNamed(compiler.locals, node.callee)].filter((listed) => listed !== undefined)
    : ((METHODS.get(property.name) ?? new Map()) as Methods).values();
  const all = [...called];
  // Functions that return text, a number or a boolean do not matter, because these values have neither sort nor
  // reverse.
  const makers = all.filter((listed) => !/→ (text|number|boolean)$/.test(listed.signature));
  return makers.length > 0 && makers.every((listed) => listed.fresh === true);
}

/** Compiles the arguments of a call. If the called function takes a callback, the argument must be a function. */
function compileArguments(
  compiler: Compiler,
  node: CallExpression | NewExpression,
  candidates: readonly ListedFunction[],
  name: string,
): (run: ExpressionRun) => unknown[] {
  const most = Math.max(...candidates.map((listed) => (listed.rest ? Infinity : listed.takes.length)));
  if (node.arguments.length > most) {
    return compiler.refuse(node, say('too_many_arguments', { name, most }));
  }
  if (!candidates.some((listed) => listed.takes.some((kind) => kind.startsWith('function')))) {
    return compileList(compiler, node.arguments);
  }
  const steps = node.arguments.map((argument, index): Step => {
    if (argument.type === 'SpreadElement') {
      return compiler.refuse(argument, say('spread_in_call', { name }));
    }
    const kinds = new Set(candidates.map((listed) => listed.takes[index]));
    const wanted = kinds.has('function');
    const possible = kinds.has('function or text') && unwrapped(argument).type === 'ArrowFunctionExpression';
    return wanted || possible ? compileCallback(compiler, argument, name) : compiler.compile(argument);
  });
  requireCallbacks(compiler, node, candidates, name);
  return (run) => steps.map((step) => step(run));
}

function requireCallbacks(
  compiler: Compiler,
  node: CallExpression | NewExpression,
  candidates: readonly ListedFunction[],
  name: string,
): void {
  const needed = candidates.some((listed) => listed.takes[0] === 'function' && !listed.mayOmitFunction);
  if (needed && node.arguments.length === 0) compiler.refuse(node, say('function_missing', { name }));
}
