/**
 * Reads a body as UTF-8.
 * @returns null if it has more than `maxBytes`; the rest is not read
 */
export async function limitedText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
