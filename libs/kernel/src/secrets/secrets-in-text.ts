import { SECRET_MASK } from './secret-mask';
import { isCredentialName } from './secret-names';

/** A secret in a text, from `start` to `end`. `name` distinguishes several secrets in one text. */
interface Found {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Matches `name=` in a query or form, `name":` in JSON or in JSON within JSON, and the `Name:` of a header at the start
 * of a line.
 */
const NAMED =
  /(?<=^|[\s?&;"'(])(?<query>[\w.[\]%-]{1,100})=(?![=>])|(?<quote>\\{0,9}["'])(?<field>[\w. -]{1,100})\k<quote>\s{0,9}:\s{0,9}(?<open>\\{0,9}["'])|^(?<header>[A-Za-z][\w-]{0,99}):[ \t]*/gm;
/** Matches the user and the password in `https://user:password@host`. */
const USER = /(?<=:\/\/)[^\s/?#@"'\\]{1,1000}(?=@)/g;
const SCHEME = /(?<=\b[Bb]earer[ \t]{1,9})[\w.~+/=-]{4,}|(?<=\bBasic[ \t]{1,9})[A-Za-z0-9+/]{8,}={0,2}/g;
/** Matches an API key of this service, wherever it occurs. */
const API_KEY = /\bpk_[\w-]{43}(?![\w-])/g;
const END_OF_VALUE = /[&#\s"'<>\\]/;

/**
 * Masks credentials within a text: query parameters, users and passwords in URLs, headers, fields of JSON, the text
 * after `Bearer` and `Basic`, and API keys. The running time is proportional to the length of the text.
 * @param onSecret called with each masked secret
 */
export function maskSecretsInText(text: string, onSecret?: (secret: string) => void): string {
  return replaced(text, (secret) => {
    onSecret?.(secret);
    return SECRET_MASK;
  });
}

/** Returns `sent` with each masked credential replaced by the credential of the same name in `stored`. */
export function restoreSecretsInText(sent: string, stored: string): string {
  const kept = new Map<string, string[]>();
  for (const { name, start, end } of secretsIn(stored)) {
    kept.set(name, [...(kept.get(name) ?? []), stored.slice(start, end)]);
  }
  return replaced(sent, (secret, name) => {
    const before = kept.get(name)?.shift();
    return secret === SECRET_MASK ? (before ?? secret) : secret;
  });
}

function replaced(text: string, replace: (secret: string, name: string) => string): string {
  if (!/[=:]|Bearer |bearer |Basic |pk_/.test(text)) return text;
  let result = '';
  let from = 0;
  for (const { name, start, end } of secretsIn(text)) {
    result += text.slice(from, start) + replace(text.slice(start, end), name);
    from = end;
  }
  return result + text.slice(from);
}

/** Returns the secrets in the order in which they occur, without overlaps. */
function secretsIn(text: string): Found[] {
  const found: Found[] = [
    ...[...text.matchAll(USER)].map((match) => whole(match, 'user')),
    ...[...text.matchAll(SCHEME)].map((match) => whole(match, 'scheme')),
    ...[...text.matchAll(API_KEY)].map((match) => whole(match, 'api key')),
    ...namedSecrets(text),
  ].sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return found.filter((each) => {
    const isFree = each.start >= end && each.end > each.start;
    if (isFree) ({ end } = each);
    return isFree;
  });
}

function whole({ 0: secret, index }: RegExpExecArray, name: string): Found {
  return { name, start: index, end: index + secret.length };
}

function namedSecrets(text: string): Found[] {
  const found: Found[] = [];
  let end = 0;
  for (const match of text.matchAll(NAMED)) {
    const { query, field, open, header } = match.groups ?? {};
    const name = decoded(query ?? field ?? header ?? '').toLowerCase();
    // Skip a name that is part of another secret.
    if (match.index < end || !isCredentialName(name)) continue;
    const start = match.index + match[0].length;
    end = endOfValue(text, start, { open, header });
    found.push({ name, start, end });
  }
  return found;
}

function endOfValue(
  text: string,
  start: number,
  { open, header }: { open?: string; header?: string },
): number {
  if (open !== undefined) return orEnd(text, text.indexOf(open, start));
  if (header !== undefined) return orEnd(text, text.indexOf('\n', start));
  for (let at = start; at < text.length; at += 1) {
    // A template with everything between its braces is a single value.
    if (text.startsWith('{{', at)) at = orEnd(text, text.indexOf('}}', at)) + 1;
    else if (END_OF_VALUE.test(text.charAt(at))) return at;
  }
  return text.length;
}

function orEnd(text: string, position: number): number {
  return position < 0 ? text.length : position;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
