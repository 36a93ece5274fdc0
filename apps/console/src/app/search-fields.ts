/** Returns an id or a number of a page in an address, or undefined if it is not valid. */
export function readCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

/** Returns the choice of an address, or undefined if there is no such choice. */
export function readChoice<Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Returns a text of an address, or undefined if it is empty. The router reads a text of digits as a number. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
