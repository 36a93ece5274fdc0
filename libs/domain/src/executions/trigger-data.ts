/**
 * What a trigger brought as JSON, as it is kept and as the execution works with it. What is longer than
 * `maxCharacters` is cut: `{"truncated": true, "preview": "…"}` has the beginning of its JSON.
 */
export function recordedTriggerData(data: unknown, maxCharacters: number): string {
  const text = JSON.stringify(data ?? null) ?? 'null';
  if (text.length <= maxCharacters) return text;
  return cutJson(text, maxCharacters);
}

const MARK = '{"truncated":true,"preview":}';

/** The mark of what was cut, with as much of `text` as leaves it at no more than `maxCharacters`. */
export function cutJson(text: string, maxCharacters: number): string {
  const room = Math.max(0, maxCharacters - MARK.length - 2);
  let length = Math.min(room, text.length);
  for (;;) {
    const preview = JSON.stringify(text.slice(0, length));
    const written = preview.length - 2;
    if (written <= room) return `{"truncated":true,"preview":${preview}}`;
    // As a string within JSON it has grown by its escapes.
    length = Math.min(length - 1, Math.floor((length * room) / written));
  }
}
