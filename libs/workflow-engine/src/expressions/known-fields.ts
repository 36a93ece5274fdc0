import type { AnyNode } from 'acorn';
import { listNames, say, similarName } from '@app/kernel';
import { unwrapped, type Compiler, type KnownFields } from './compiler';

/** Maximum number of names in a message. */
const MAX_LISTED = 20;

/**
 * Refuses a field that cannot exist, as in `nodeOutputs.wether` or `nodeOutputs['weather'].bodyy`. A computed name is
 * not checked.
 */
export function checkKnownField(compiler: Compiler, node: AnyNode): void {
  if (compiler.visible?.fields === undefined || node.type !== 'MemberExpression') return;
  const known = fieldsOf(compiler, node.object);
  const name = fixedName(node);
  if (known === undefined || name === undefined || known.has(name)) return;
  const object = pathOf(node.object);
  const similar = similarName(name, known.keys());
  const message =
    similar === undefined
      ? say('no_field', { name, object, known: listNames(known.keys(), MAX_LISTED) })
      : say('misspelt_member', { name, object, similar });
  compiler.refuse(node.property, message);
}

function fieldsOf(compiler: Compiler, node: AnyNode): KnownFields | undefined {
  const of = bare(node);
  if (of.type === 'Identifier') {
    return compiler.locals.has(of.name) ? undefined : compiler.visible?.fields?.get(of.name);
  }
  const name = fixedName(of);
  if (of.type !== 'MemberExpression' || name === undefined) return undefined;
  return fieldsOf(compiler, of.object)?.get(name);
}

/** Returns the name that a member expression reads. Undefined if the name is computed. */
function fixedName(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const key = node.computed ? unwrapped(node.property) : node.property;
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value;
  return !node.computed && key.type === 'Identifier' ? key.name : undefined;
}

function pathOf(node: AnyNode): string {
  const of = bare(node);
  if (of.type === 'Identifier') return of.name;
  return of.type === 'MemberExpression' ? `${pathOf(of.object)}.${fixedName(of) ?? ''}` : '';
}

/** Removes parentheses around an expression, and around an optional chain such as `(nodeOutputs?.weather)`. */
function bare(node: AnyNode): AnyNode {
  const of = unwrapped(node);
  return of.type === 'ChainExpression' ? bare(of.expression) : of;
}
