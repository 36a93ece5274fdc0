/** JavaScript's operators instead of words that other formula languages use. */
const OPERATORS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };

const NO_BRACES = 'Braces mark an expression within a text: write the expression itself without {{ and }}.';

/** Advice on an unknown name, if it is a common mistake. */
export function adviceOnName(name: string): string | undefined {
  const word = name.toLowerCase();
  return Object.hasOwn(OPERATORS, word) ? `Write ${OPERATORS[word]} instead of "${name}".` : undefined;
}

/** Advice on the text that follows a complete expression, if it is a common mistake. */
export function adviceOnRest(rest: string): string | undefined {
  return /^(\{\{|\}\})/.test(rest) ? NO_BRACES : adviceOnName(/^\w+/.exec(rest)?.[0] ?? '');
}

/** Advice on a syntax error at a position, if it is a common mistake. */
export function adviceOn(source: string, position: number): string | undefined {
  return source.slice(position - 1, position + 1) === '{{' ? NO_BRACES : undefined;
}
