import type { ServedSample } from './served-point';

export interface HistoryOfPoint {
  code: string;
  /** Called when the histories of the previous points have been read. */
  samples: () => Iterable<ServedSample> | Promise<Iterable<ServedSample>>;
}

const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Generates the JSON `[{code, values: [{timestamp, value, quality}]}]` in chunks, so that the text of years of
 * one-minute samples is never in memory at once.
 */
export async function* historyText(histories: Iterable<HistoryOfPoint>): AsyncGenerator<string> {
  let text = '[';
  let comma = '';
  for (const { code, samples } of histories) {
    text += `${comma}{"code":${JSON.stringify(code)},"values":[`;
    comma = '';
    for (const { atMs, value, quality } of await samples()) {
      text += `${comma}{"timestamp":"${new Date(atMs).toISOString()}","value":${JSON.stringify(value)},"quality":"${quality}"}`;
      comma = ',';
      if (text.length > CHUNK_CHARACTERS) {
        yield text;
        text = '';
      }
    }
    text += ']}';
    comma = ',';
  }
  yield `${text}]`;
}
