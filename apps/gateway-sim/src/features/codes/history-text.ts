import type { Sample } from '../../points/point';

export interface HistoryOfPoint {
  code: string;
  samples: Iterable<Sample>;
}

const CHUNK_CHARACTERS = 64 * 1024;

/**
 * `[{code, values: [{timestamp, value, quality}]}]` as JSON, in pieces that are made as they are read: years
 * of a minute's samples never stand in memory.
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
