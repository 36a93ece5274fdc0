/**
 * Returns the body of a request. Text and forms are sent unchanged, an object that contains a file is sent as a form, and
 * everything else as JSON. The caller names the media type of text by the header `Content-Type`.
 */
export function serializeBody(body: unknown): string | FormData {
  if (typeof body === 'string' || body instanceof FormData) return body;
  const fields = Object.entries(Object(body) as Record<string, unknown>);
  return fields.some(([, value]) => value instanceof Blob) ? formOf(fields) : JSON.stringify(body);
}

function formOf(fields: readonly [name: string, value: unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, textOf(value));
  }
  return form;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
