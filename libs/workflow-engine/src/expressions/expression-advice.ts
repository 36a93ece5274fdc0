import { type Message, say } from '@app/kernel';

/** Words that are operators in other formula languages, and the operators of JavaScript to use instead. */
const OPERATORS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };

const NO_BRACES = say('write_without_braces', { open: '{{', close: '}}' });

/** Returns advice on an unknown name. Undefined if the name is not a common mistake. */
export function adviceOnName(name: string): Message | undefined {
  const word = name.toLowerCase();
  const operator = Object.hasOwn(OPERATORS, word) ? OPERATORS[word] : undefined;
  return operator === undefined ? undefined : say('write_operator', { operator, name });
}

/** Returns advice on the text after a complete expression. Undefined if the text is not a common mistake. */
export function adviceOnRest(rest: string): Message | undefined {
  return /^(\{\{|\}\})/.test(rest) ? NO_BRACES : adviceOnName(/^\w+/.exec(rest)?.[0] ?? '');
}

/** Returns advice on a syntax error at a position. Undefined if the text there is not a common mistake. */
export function adviceOn(source: string, position: number): Message | undefined {
  return source.slice(position - 1, position + 1) === '{{' ? NO_BRACES : undefined;
}
