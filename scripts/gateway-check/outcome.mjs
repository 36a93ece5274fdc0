/** The gateway breaks the contract. The message describes its answer. */
export class Violation extends Error {}

/** A check does not apply to this gateway or this call. The message is the reason. */
export class Skipped extends Error {}

export function expectThat(condition, message) {
  if (!condition) throw new Violation(message);
}

/** Returns the value in JSON, shortened for a message. */
export function shown(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
