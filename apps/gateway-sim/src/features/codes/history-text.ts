import type { Sample } from '../../points/point';

export interface HistoryOfPoint {
  code: string;
  samples: Iterable<Sample>;
}

const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Generates the JSON `[{code, values: [{timestamp, value, quality}]}]` in chunks, so that years of one-minute samples
 * are never in memory at once.
 */
export function* historyText(histories: Iterable<HistoryOfPoint>): Generator<string> {
  let text = '[';
  let comma = '';
  for (const { code, samples } of histories) {
    text += `${comma}{"code":${JSON.stringify(code)},"values":[`;
    comma = '';
    for (const { atMs, value, quality } of samples) {
      text += `${comma}{"timestamp":"${new Date(atMs).toISOString()}","value":${value},"quality":"${quality}"}`;
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
