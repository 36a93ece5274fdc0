/** True for text whose `{{ … }}` are filled in when the node runs. Its value is unknown at save. */
export function hasTemplate(saved: unknown): boolean {
  return typeof saved === 'string' && saved.includes('{{');
}

/** True for a text without a template: its value is the same at save and at run time. */
export function isFixedText(saved: unknown): saved is string {
  return typeof saved === 'string' && !hasTemplate(saved);
}
