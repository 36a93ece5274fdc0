/** Words that are operators in other formula languages, and the operators of JavaScript to use instead. */
const OPERATORS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };

const NO_BRACES = 'Write the expression without {{ and }}, which only mark an expression within a text.';

/** Returns advice on an unknown name. Undefined if the name is not a common mistake. */
export function adviceOnName(name: string): string | undefined {
  const word = name.toLowerCase();
  return Object.hasOwn(OPERATORS, word) ? `Write ${OPERATORS[word]} instead of "${name}".` : undefined;
}

/** Returns advice on the text after a complete expression. Undefined if the text is not a common mistake. */
export function adviceOnRest(rest: string): string | undefined {
  return /^(\{\{|\}\})/.test(rest) ? NO_BRACES : adviceOnName(/^\w+/.exec(rest)?.[0] ?? '');
}

/** Returns advice on a syntax error at a position. Undefined if the text there is not a common mistake. */
export function adviceOn(source: string, position: number): string | undefined {
  return source.slice(position - 1, position + 1) === '{{' ? NO_BRACES : undefined;
}
