import { NodeFault } from '@app/workflow-engine';

/** RFC 9110's token. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Tabs and what Latin-1 has to show: nothing that would begin another line. */
const VALUE = /^[\t\x20-\x7e\u0080-\u00ff]*$/;

export type HeaderValues = Readonly<Record<string, string | number | boolean>>;

/**
 * What is sent: the user's own headers, and of `defaults` those that he has not set. Names in lower case.
 * @throws NodeFault `header_invalid`
 */
export function requestHeaders(own: HeaderValues, defaults: Record<string, string>): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [written, value] of Object.entries(own)) {
    const name = written.toLowerCase();
    const text = String(value);
    const fault = headers.has(name) ? 'is there twice' : headerFault(name, text);
    if (fault) throw new NodeFault('header_invalid', `The header ${JSON.stringify(written)} ${fault}.`);
    headers.set(name, text);
  }
  return { ...defaults, ...Object.fromEntries(headers) };
}

/** What is wrong with a header, as the rest of a sentence; undefined where nothing is. */
export function headerFault(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return 'has a name that no header can have';
  return VALUE.test(value) ? undefined : 'must be one line of Latin-1 characters';
}
