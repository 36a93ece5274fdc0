import { type Message, say } from './messages';

/** Maximum number of values. Ten thousand points have 70,000, and five thousand areas have fewer. */
const MAX_VALUES = 150_000;
/** Maximum nesting depth. `JSON.parse` takes ten times as long for very deep lists, and other code would overflow the stack. */
const MAX_DEPTH = 200;

const [QUOTE, BACKSLASH, COMMA, BLANK] = [0x22, 0x5c, 0x2c, 0x20];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns why `JSON.parse` and the checks of its result would block the event loop for too long; null if they would not.
 * The text may be malformed. Takes about 5 ms per megabyte.
 */
export function jsonExcess(text: string): Message | null {
  let values = 1;
  let depth = 0;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= BLANK) continue;
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) values++;
    else if (code === LIST || code === OBJECT) {
      values++;
      depth++;
    } else if (code === LIST_END || code === OBJECT_END) {
      if (last === LIST || last === OBJECT) values--;
      depth--;
    }
    last = code;
    if (depth > MAX_DEPTH) return say('too_deep');
    // A list or an object is empty if the next character ends it.
    if (values > MAX_VALUES && code !== LIST && code !== OBJECT)
      return say('too_many_values', { most: MAX_VALUES });
  }
  return null;
}

/** Returns the position of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  // Fast path: the next quote is not escaped.
  const quote = text.indexOf('"', start + 1);
  if (quote === -1) return text.length;
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at++;
  }
  return at;
}
