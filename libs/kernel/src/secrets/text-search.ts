/**
 * Maximum number of states of the automaton. With this limit, a state and a character fit into one small integer, which
 * is the fastest key of a Map.
 */
const MOST_CHARACTERS = 32_000;
const CODES = 65_536;

/**
 * Searches one text for many other texts at once, with the Aho-Corasick automaton. The time depends only on the length
 * of the text. With a regular expression, it would also grow with the number and length of the alternatives.
 */
export class TextSearch {
  /** Maps `state * CODES + code` to the next state. */
  private readonly next = new Map<number, number>();
  /**
   * For each state, the state in which the search continues if the next character does not match. This is the state of
   * the longest suffix that is also the beginning of a searched text.
   */
  private readonly fallback = [0];
  /** For each state, the length of the longest searched text that ends in this state. 0 if none ends there. */
  private readonly found = [0];

  private constructor(texts: readonly string[]) {
    const levels: { from: number; code: number; state: number }[][] = [];
    for (const text of texts) {
      let from = 0;
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        let state = this.next.get(from * CODES + code);
        if (state === undefined) {
          state = this.found.push(0) - 1;
          this.next.set(from * CODES + code, state);
          (levels[at] ??= []).push({ from, code, state });
        }
        from = state;
      }
      this.found[from] = text.length;
    }
    // Visit the states level by level, because the fallback of a state is always on an earlier level.
    for (const { from, code, state } of levels.flat()) {
      const fallback = from === 0 ? 0 : this.step(this.fallback[from] ?? 0, code);
      this.fallback[state] = fallback;
      this.found[state] ||= this.found[fallback] ?? 0;
    }
  }

  /** Creates a search for these texts. Returns null if the texts are too long in total. */
  static of(texts: readonly string[]): TextSearch | null {
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    return characters > MOST_CHARACTERS ? null : new TextSearch(texts);
  }

  /** Replaces each match. Overlapping matches are replaced together. */
  replaceAll(text: string, replacement: string): string {
    const spans = this.spansIn(text);
    if (spans.length === 0) return text;
    let result = '';
    let from = 0;
    for (const { start, end } of spans) {
      result += text.slice(from, start) + replacement;
      from = end;
    }
    return result + text.slice(from);
  }

  /** Returns the matches in the order of the text. Overlapping matches are merged. */
  private spansIn(text: string): { start: number; end: number }[] {
    const spans: { start: number; end: number }[] = [];
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = this.step(state, text.charCodeAt(at));
      const length = this.found[state] ?? 0;
      if (length === 0) continue;
      const end = at + 1;
      let start = end - length;
      for (let last = spans.at(-1); last && last.end > start; last = spans.at(-1)) {
        start = Math.min(start, last.start);
        spans.pop();
      }
      spans.push({ start, end });
    }
    return spans;
  }

  private step(from: number, code: number): number {
    for (let state = from; ; state = this.fallback[state] ?? 0) {
      const next = this.next.get(state * CODES + code);
      if (next !== undefined) return next;
      if (state === 0) return 0;
    }
  }
}
