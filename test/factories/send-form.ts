import type { RunningApi } from './running-api';

export interface FormFile {
  bytes: Buffer;
  name?: string;
  /** The media type that the client claims. */
  type?: string;
  field?: string;
}

export interface Form {
  method?: 'POST' | 'PUT';
  path: string;
  token: string;
  fields?: Record<string, string>;
  files?: FormFile[];
}

/** Sends a form with files to an api. */
export async function sendForm(
  api: RunningApi,
  { method = 'POST', path, token, fields = {}, files = [] }: Form,
): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { bytes, name = 'file.glb', type, field = 'file' } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${api.address}${path}`, { method, headers, body: form });
  return { status: response.status, body: await response.json() };
}
