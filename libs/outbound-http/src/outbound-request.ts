import { requestInvalid } from './http-errors';

export interface OutboundRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /**
   * If true, up to five redirects are followed, and each target is checked like the first address. If false, a
   * redirect is returned as the response.
   */
  followRedirects?: boolean;
  signal: AbortSignal;
}

/** A validated request to one URL. Each redirect results in another hop. */
export interface Hop {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const WITHOUT_BODY = new Set(['GET', 'HEAD']);
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/**
 * Characters that are allowed in a header value: tabs and visible characters of Latin-1, but no line breaks and no NUL.
 */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/**
 * Headers that determine the host and the framing of the message. If users could set them, they could smuggle requests
 * or access another host.
 */
const OURS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const DEFAULTS = { accept: '*/*', 'user-agent': 'Plantroom' };
/**
 * Headers of every request. Compression is not accepted, because the size of a compressed response is unknown until it
 * is unpacked.
 */
const ALWAYS = { 'accept-encoding': 'identity' };

/** @throws DomainError `request_invalid` */
export function firstHop({ method, url, headers, body }: Omit<OutboundRequest, 'signal'>): Hop {
  const verb = method.toUpperCase();
  if (!METHODS.has(verb)) throw requestInvalid(`The method must be one of ${[...METHODS].join(', ')}.`);
  if (body !== undefined && WITHOUT_BODY.has(verb))
    throw requestInvalid(`A ${verb} request must not have a body.`);
  return { method: verb, url: targetOf(url), headers: { ...DEFAULTS, ...checked(headers), ...ALWAYS }, body };
}

/** @throws DomainError `request_invalid` */
export function targetOf(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw requestInvalid('The URL is not valid.');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw requestInvalid('The URL must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw requestInvalid(
      'The URL must not contain a user and password. Send them in the header authorization.',
    );
  }
  return url;
}

function checked(headers: Record<string, string>): Record<string, string> {
  const kept = new Map<string, string>();
  for (const [written, value] of Object.entries(headers)) {
    const name = written.toLowerCase();
    if (!NAME.test(name)) throw requestInvalid('A header has a name that HTTP does not allow.');
    if (OURS.has(name)) throw requestInvalid(`The header ${name} is set by the service. Remove it.`);
    if (typeof value !== 'string' || !VALUE.test(value)) {
      throw requestInvalid(
        `The header ${name} contains a line break or another character that HTTP does not allow.`,
      );
    }
    if (kept.has(name)) throw requestInvalid(`The header ${name} is given twice. Remove one of them.`);
    kept.set(name, value);
  }
  return Object.fromEntries(kept);
}
