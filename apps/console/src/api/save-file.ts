import { plantroom, unwrap } from './plantroom';

/** Saves a stored file on the user's device. The address needs the access token, so a link would not work. */
export async function saveFile(id: string): Promise<void> {
  const path = { id };
  const [{ name }, content] = await Promise.all([
    unwrap(plantroom.api.GET('/api/files/{id}', { params: { path } })),
    unwrap(plantroom.api.GET('/api/files/{id}/preview', { params: { path }, parseAs: 'blob' })),
  ]);
  saveContent(name, content);
}

/** Saves content that the console has made. */
export function saveContent(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
