/** Returns false for instances of classes, such as dates and errors. */
export function isPlain(data: object): boolean {
  if (Array.isArray(data)) return true;
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === null || prototype === Object.prototype;
}
