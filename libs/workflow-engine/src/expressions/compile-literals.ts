import { say } from '@app/kernel';
import type {
  ArrayExpression,
  Literal,
  ObjectExpression,
  Property,
  SpreadElement,
  TemplateLiteral,
} from 'acorn';
import type { Compiler, Step } from './compiler';
import { concatenated, iterated, textOf } from './conversions';
import { MAX_LIST_LENGTH, type ExpressionRun } from './expression-run';
import { isForbiddenName, propertyKey } from './property-access';

export function compileLiteral(compiler: Compiler, node: Literal): Step {
  if (node.regex) return compiler.refuse(node, say('no_regular_expressions'));
  if (typeof node.value === 'bigint') return compiler.refuse(node, say('no_big_integers'));
  const { value } = node;
  return () => value;
}

export function compileTemplateLiteral(compiler: Compiler, node: TemplateLiteral): Step {
  const texts = node.quasis.map(({ value }) => value.cooked ?? '');
  const values = node.expressions.map((expression) => compiler.compile(expression));
  const { start } = node;
  return (run) => {
    run.step();
    let text = texts[0] ?? '';
    for (const [index, value] of values.entries()) {
      const given = value(run);
      run.position = start;
      text = concatenated(run, text, textOf(run, given) + (texts[index + 1] ?? ''));
    }
    return text;
  };
}

export function compileArray(compiler: Compiler, node: ArrayExpression): Step {
  return compileList(
    compiler,
    node.elements.map((element) => element ?? compiler.refuse(node, say('no_empty_elements'))),
  );
}

/** Compiles the elements of an array or the arguments of a call. The values of `...list` are inserted one by one. */
export function compileList(
  compiler: Compiler,
  nodes: readonly (ArrayExpression['elements'][number] & object)[],
): (run: ExpressionRun) => unknown[] {
  const parts = nodes.map((node) =>
    node.type === 'SpreadElement'
      ? { step: compiler.compile(node.argument), spread: true, start: node.start }
      : { step: compiler.compile(node), spread: false, start: node.start },
  );
  if (parts.every((part) => !part.spread)) {
    const steps = parts.map((part) => part.step);
    return (run) => {
      run.step();
      return steps.map((step) => step(run));
    };
  }
  return (run) => {
    run.step();
    let list: unknown[] = [];
    for (const { step, spread, start } of parts) {
      const value = step(run);
      run.position = start;
      if (spread) {
        const elements = iterated(run, value);
        run.elements(list.length + elements.length);
        list = list.concat(elements);
      } else list.push(value);
    }
    return list;
  };
}

type Fill = (run: ExpressionRun, object: Record<string, unknown>) => void;

export function compileObject(compiler: Compiler, node: ObjectExpression): Step {
  const fills = node.properties.map((property) =>
    property.type === 'SpreadElement' ? spread(compiler, property) : fill(compiler, property),
  );
  return (run) => {
    run.step();
    const object: Record<string, unknown> = {};
    for (const fill of fills) fill(run, object);
    return object;
  };
}

function fill(compiler: Compiler, node: Property): Fill {
  if (node.kind !== 'init' || node.method) return compiler.refuse(node, say('no_accessors'));
  const value = compiler.compile(node.value);
  if (node.computed) {
    const key = compiler.compile(node.key);
    const { start } = node;
    return (run, object) => {
      const name = key(run);
      run.position = start;
      const property = propertyKey(run, name);
      object[property] = value(run);
    };
  }
  const name = node.key.type === 'Identifier' ? node.key.name : String((node.key as Literal).value);
  if (isForbiddenName(name)) return compiler.refuse(node, say('forbidden_name', { name }));
  return (run, object) => {
    object[name] = value(run);
  };
}

function spread(compiler: Compiler, node: SpreadElement): Fill {
  const source = compiler.compile(node.argument);
  const { start } = node;
  return (run, object) => {
    const value = source(run);
    run.position = start;
    if (value === null || value === undefined) return;
    const keys = typeof value === 'string' ? value.length : Object.keys(value).length;
    run.elements(Math.min(keys, MAX_LIST_LENGTH + 1));
    run.spend(keys);
    for (const [name, property] of Object.entries(value)) {
      // A property named `__proto__` is not copied from data.
      if (name !== '__proto__') object[name] = property;
    }
  };
}
