/** Returns true for a text with `{{ … }}`. Its value is known only when the node runs, and not when it is saved. */
export function hasTemplate(saved: unknown): boolean {
  return typeof saved === 'string' && saved.includes('{{');
}

/** Returns true for a text without `{{ … }}`. Its value is already known when it is saved. */
export function isFixedText(saved: unknown): saved is string {
  return typeof saved === 'string' && !hasTemplate(saved);
}
