import { isPlain } from './plain-data';
import { SECRET_MASK } from './secret-mask';
import { TextSearch } from './text-search';

/** The minimum length of a secret that is searched for. Shorter secrets would mask parts of ordinary words. */
export const SHORTEST_WITHIN = 4;
/** The text that replaces a whole text if there are too many secrets to search for. */
const NOT_SHOWN = '[not shown]';

/**
 * Returns a copy of JSON data in which `secrets` are masked wherever they occur in texts. They are also found if they
 * are URL-encoded or escaped as in JSON. Names of fields are not changed. If there are too many secrets to search for,
 * every text that may contain one is replaced.
 */
export function maskEchoes<Data>(data: Data, secrets: Iterable<string>): Data {
  const values = [...new Set(secrets)].filter((value) => value !== '' && value !== SECRET_MASK);
  if (values.length === 0) return data;
  const whole = new Set(values);
  const long = values.filter((value) => value.length >= SHORTEST_WITHIN);
  const search = TextSearch.of([...new Set(long.flatMap((value) => formsOf(value)))]);
  return mapTexts(data, (text) => {
    if (whole.has(text)) return SECRET_MASK;
    if (text.length < SHORTEST_WITHIN || text === SECRET_MASK) return text;
    return search ? search.replaceAll(text, SECRET_MASK) : NOT_SHOWN;
  }) as Data;
}

/**
 * Returns the forms in which a value may occur in texts: unchanged, URL-encoded, and escaped as in JSON, for example in
 * a log line.
 */
function formsOf(value: string): string[] {
  // `encodeURIComponent` fails on half of a surrogate pair. The buffer replaces such a half.
  const inAddress = encodeURIComponent(Buffer.from(value).toString());
  return [value, inAddress, JSON.stringify(value).slice(1, -1)];
}

function mapTexts(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === 'string') return change(data);
  if (Array.isArray(data)) return data.map((element) => mapTexts(element, change));
  if (typeof data !== 'object' || data === null || !isPlain(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapTexts(value, change)]));
}
