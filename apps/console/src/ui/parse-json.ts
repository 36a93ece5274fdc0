/** Returns the value of a JSON text; undefined if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the object of a JSON text; undefined if it is anything else. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}
