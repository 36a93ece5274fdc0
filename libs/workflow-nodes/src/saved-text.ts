/** True for text whose `{{ … }}` are filled in when the node runs: what comes of it is not known at save. */
export function hasTemplate(saved: unknown): boolean {
  return typeof saved === 'string' && saved.includes('{{');
}

/** True for text that is used as it was saved. */
export function isFixedText(saved: unknown): saved is string {
  return typeof saved === 'string' && !hasTemplate(saved);
}
