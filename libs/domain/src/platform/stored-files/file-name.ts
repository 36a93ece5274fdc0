/** Maximum length of a file name, in UTF-16 code units. */
export const FILE_NAME_LENGTH = 255;
/** Path separators, control characters, and marks that reverse the direction of the text around them. */
const FORBIDDEN = /[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
const LONGEST_EXTENSION = 16;

/** Returns true if a client may use this name for a file. Names are only shown, and never used in a path. */
export function isFileName(name: string): boolean {
  return name.length <= FILE_NAME_LENGTH && !FORBIDDEN.test(name);
}

/** Replaces forbidden characters, and shortens a name that is too long. The extension stays. */
export function toFileName(text: string): string {
  const name = text.replaceAll(new RegExp(`${FORBIDDEN.source}+`, 'gu'), '-').trim();
  if (name.length <= FILE_NAME_LENGTH) return name;
  const dot = name.lastIndexOf('.');
  const extension = name.length - dot <= LONGEST_EXTENSION ? name.slice(dot) : '';
  // Cuts between two characters, never within a surrogate pair.
  const stem = name.slice(0, FILE_NAME_LENGTH - extension.length).replace(/[\uD800-\uDBFF]$/, '');
  return stem + extension;
}
