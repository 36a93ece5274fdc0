import { say } from '@app/kernel';
import { answerUnreadable, redirectRefused } from './http-errors';
import { type Hop, targetOf } from './outbound-request';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/**
 * Headers that may be sent to another origin. Any other header may contain a token, cookie or key for the first origin.
 */
const FOR_ANYONE = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-type',
  'user-agent',
]);

/**
 * Returns the target of a redirect by the rules of fetch; null if the response is not a redirect.
 * @throws DomainError `redirect_refused`, `answer_unreadable`
 */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop | null {
  if (!REDIRECTS.has(status) || location === undefined) return null;
  const url = followed(location, hop.url);
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw redirectRefused(say('redirect_to_plain'));
  }
  const headers =
    url.origin === hop.url.origin ? hop.headers : only(hop.headers, (name) => FOR_ANYONE.has(name));
  if (!becomesGet(hop.method, status)) return { ...hop, url, headers };
  const withoutContent = only(headers, (name) => !name.startsWith('content-'));
  return { method: 'GET', url, headers: withoutContent, body: undefined };
}

function becomesGet(method: string, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD';
  return (status === 301 || status === 302) && method === 'POST';
}

function followed(location: string, from: URL): URL {
  try {
    return targetOf(location, from);
  } catch {
    throw answerUnreadable(say('redirect_scheme'));
  }
}

function only(headers: Record<string, string>, wanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => wanted(name)));
}
