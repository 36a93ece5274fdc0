import { say } from '@app/kernel';
import type { AnyNode, ArrowFunctionExpression, Pattern } from 'acorn';
import { NOT_YET_BOUND, unwrapped, type Callback, type Compiler, type Step } from './compiler';
import { iterated } from './conversions';
import type { ExpressionRun } from './expression-run';
import { functionNamed, NAMESPACES } from './function-catalogue';
import { argumentsOf } from './listed-function';
import { isForbiddenName, propertyKey, readProperty } from './property-access';

const MAX_PARAMETERS = 4;

/** Stores an argument of a call in the slots of its parameter. A destructured parameter has several slots. */
type Take = (run: ExpressionRun, value: unknown) => void;

/**
 * Compiles an argument that must be a function: an arrow function, or the name of a listed function
 * (`filter(Boolean)`).
 */
export function compileCallback(
  compiler: Compiler,
  argument: AnyNode,
  whose: string,
): (run: ExpressionRun) => Callback {
  const node = unwrapped(argument);
  if (node.type === 'ArrowFunctionExpression') return compileArrow(compiler, node);
  const listed = functionNamed(compiler.locals, node);
  if (!listed) return compiler.refuse(node, say('function_needed', { name: whose }));
  if (listed.readsCalendars) compiler.noteCalendars();
  return (run) =>
    (...args) => {
      run.step();
      return listed.call(run, undefined, argumentsOf(run, listed, args));
    };
}

function compileArrow(compiler: Compiler, node: ArrowFunctionExpression): (run: ExpressionRun) => Callback {
  if (node.async || node.body.type === 'BlockStatement') {
    return compiler.refuse(node, say('function_form'));
  }
  if (node.params.length > MAX_PARAMETERS) {
    return compiler.refuse(node, say('too_many_parameters', { most: MAX_PARAMETERS }));
  }
  const locals = new Map(compiler.locals);
  for (const name of node.params.flatMap(namesOf)) locals.set(name, NOT_YET_BOUND);
  const inner = compiler.within(locals);
  const takes = node.params.map((parameter) => compileParameter(inner, locals, parameter));
  const body = inner.compile(node.body);
  const [first, second, third, fourth] = takes;
  return (run) => (a, b, c, d) => {
    run.step();
    first?.(run, a);
    second?.(run, b);
    third?.(run, c);
    fourth?.(run, d);
    return body(run);
  };
}

function namesOf(node: Pattern): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'AssignmentPattern':
      return namesOf(node.left);
    case 'ArrayPattern':
      return node.elements.flatMap((element) => (element ? namesOf(element) : []));
    case 'ObjectPattern':
      return node.properties.flatMap((property) =>
        property.type === 'Property' ? namesOf(property.value) : [],
      );
    default:
      return [];
  }
}

/** Parameters get their slots in `locals` in order, so a default value can use the earlier ones. */
function compileParameter(compiler: Compiler, locals: Map<string, number>, node: Pattern): Take {
  switch (node.type) {
    case 'Identifier': {
      if (NAMESPACES.has(node.name) || isForbiddenName(node.name) || node.name === 'undefined') {
        return compiler.refuse(node, say('parameter_name', { name: node.name }));
      }
      const place = compiler.takePlace();
      locals.set(node.name, place);
      return (run, value) => {
        run.locals[place] = value;
      };
    }
    case 'AssignmentPattern': {
      const byDefault = compiler.compile(node.right);
      const take = compileParameter(compiler, locals, node.left);
      return (run, value) => take(run, value === undefined ? byDefault(run) : value);
    }
    case 'ArrayPattern': {
      const takes = node.elements.map((element) => element && compileParameter(compiler, locals, element));
      return (run, value) => {
        const elements = iterated(run, value);
        for (const [index, take] of takes.entries()) take?.(run, elements[index]);
      };
    }
    case 'ObjectPattern': {
      const takes = node.properties.map((property) => {
        if (property.type === 'RestElement') return compiler.refuse(property, say('no_rest'));
        const key: Step = property.computed ? compiler.compile(property.key) : nameOf(compiler, property.key);
        return { key, take: compileParameter(compiler, locals, property.value) };
      });
      return (run, value) => {
        if (value === null || value === undefined)
          run.fail(say('cannot_destructure', { value: String(value) }));
        for (const { key, take } of takes) take(run, readProperty(run, value, propertyKey(run, key(run))));
      };
    }
    default:
      return compiler.refuse(node, say('parameter_form'));
  }
}

function nameOf(compiler: Compiler, node: AnyNode): Step {
  const name = node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '';
  if (name === '' || isForbiddenName(name)) return compiler.refuse(node, say('forbidden_name', { name }));
  return () => name;
}
