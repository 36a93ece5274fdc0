/**
 * Returns the trigger data as JSON, as it is stored and as the execution sees it. Data that is too long is replaced by
 * `{"truncated": true, "preview": "…"}` with the beginning of its JSON.
 */
export function recordedTriggerData(data: unknown, maxCharacters: number): string {
  const text = JSON.stringify(data ?? null) ?? 'null';
  if (text.length <= maxCharacters) return text;
  return cutJson(text, maxCharacters);
}

const EMPTY_PREVIEW = '{"truncated":true,"preview":}';

/** Cuts `text` to a preview, so that the returned JSON has at most `maxCharacters`. */
export function cutJson(text: string, maxCharacters: number): string {
  const room = Math.max(0, maxCharacters - EMPTY_PREVIEW.length - 2);
  let length = Math.min(room, text.length);
  for (;;) {
    const preview = JSON.stringify(text.slice(0, length));
    const written = preview.length - 2;
    if (written <= room) return `{"truncated":true,"preview":${preview}}`;
    // Escaping has made the text longer, so cut it again.
    length = Math.min(length - 1, Math.floor((length * room) / written));
  }
}
