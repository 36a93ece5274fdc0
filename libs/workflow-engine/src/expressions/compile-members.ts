import { say, type Message } from '@app/kernel';
import type { ChainExpression, Identifier, MemberExpression } from 'acorn';
import { CHAIN_ENDED, NOT_YET_BOUND, type Compiler, type Step } from './compiler';
import { adviceOnName } from './expression-advice';
import { CONSTANTS, NAMESPACES } from './function-catalogue';
import { checkKnownField } from './known-fields';
import { isForbiddenName, propertyKey, readProperty } from './property-access';

const VALUES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
]);

export function compileIdentifier(compiler: Compiler, node: Identifier): Step {
  const { name, start } = node;
  const place = compiler.locals.get(name);
  if (place === NOT_YET_BOUND) return compiler.refuse(node, say('no_value_yet', { name }));
  if (place !== undefined) return (run) => run.locals[place];
  if (VALUES.has(name)) {
    const value = VALUES.get(name);
    return () => value;
  }
  if (NAMESPACES.has(name)) return compiler.refuse(node, say('not_value', { name }));
  if (isForbiddenName(name) || (compiler.visible && !compiler.visible.names.has(name))) {
    return compiler.refuse(node, unknownName(name, compiler.visible?.names));
  }
  compiler.noteScopeName(name);
  return (run) => {
    run.step();
    if (!Object.hasOwn(run.scope, name)) {
      run.position = start;
      run.fail(say('no_name', { name }));
    }
    return run.scope[name];
  };
}

function unknownName(name: string, names: ReadonlySet<string> | undefined): Message {
  const advice = adviceOnName(name);
  if (advice) return advice;
  return names ? say('no_name_of', { name, known: [...names].join(', ') }) : say('no_name', { name });
}

export function compileMember(compiler: Compiler, node: MemberExpression): Step {
  const constant = constantOf(compiler, node);
  if (constant) return () => constant.value;
  const { start, optional } = node;
  const object = compiler.compile(node.object);
  checkKnownField(compiler, node);
  if (node.computed) {
    const property = compiler.compile(node.property);
    return (run) => {
      run.step();
      const of = object(run);
      if (of === CHAIN_ENDED || (optional && (of === null || of === undefined))) return CHAIN_ENDED;
      const name = property(run);
      run.position = start;
      // The message omits the name of the property, because the name may come from secret data.
      if (of === null || of === undefined) run.fail(say('cannot_read_property', { value: String(of) }));
      return readProperty(run, of, propertyKey(run, name));
    };
  }
  // The parser accepts a private name (#name) only in a class.
  const { name } = node.property as Identifier;
  if (isForbiddenName(name)) return compiler.refuse(node.property, say('forbidden_name', { name }));
  return (run) => {
    run.step();
    const of = object(run);
    if (of === CHAIN_ENDED || (optional && (of === null || of === undefined))) return CHAIN_ENDED;
    run.position = start;
    return readProperty(run, of, name);
  };
}

/** Returns the value of a constant such as `Math.PI`; undefined if the node is not a constant. */
function constantOf(compiler: Compiler, node: MemberExpression): { value: unknown } | undefined {
  const { object, property } = node;
  if (object.type !== 'Identifier' || node.computed || property.type !== 'Identifier') return undefined;
  if (compiler.locals.has(object.name) || !NAMESPACES.has(object.name)) return undefined;
  const path = `${object.name}.${property.name}`;
  const value = CONSTANTS.get(path);
  return value === undefined ? compiler.refuse(node, say('no_value', { name: path })) : { value };
}

export function compileChain(compiler: Compiler, node: ChainExpression): Step {
  const links = compiler.compile(node.expression);
  return (run) => {
    const value = links(run);
    return value === CHAIN_ENDED ? undefined : value;
  };
}
