import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that a parser reads at once. The slowest parser takes up to 50 ms. */
const PIECE = 2048;

/** Splits a text for a parser. The event loop handles other events between the pieces. */
export async function* textPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE);
    await nextTurn();
  }
}
