/** Returns an id or a page number from an address, or undefined if it is not valid. */
export function readCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

/** Returns a value from an address if it is one of the choices, otherwise undefined. */
export function readChoice<Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Returns a text from an address, or undefined if it is empty. The router reads a text of digits as a number. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a path of the console from an address, otherwise undefined: `//example.org` is another server. */
export function readPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;
}
