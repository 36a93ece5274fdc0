import { say, type Message } from '@app/kernel';
import { NodeFault } from '@app/workflow-engine';

/** The token rule of RFC 9110. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Tabs and printable Latin-1 characters. Line breaks are excluded, because they would begin another header. */
const VALUE = /^[\t\x20-\x7e\u0080-\u00ff]*$/;

export type HeaderValues = Readonly<Record<string, string | number | boolean>>;

/**
 * Returns the headers to send: those of the user, and the `defaults` for headers that the user did not set. Names are
 * in lower case.
 * @throws NodeFault `header_invalid`
 */
export function requestHeaders(own: HeaderValues, defaults: Record<string, string>): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [written, value] of Object.entries(own)) {
    const name = written.toLowerCase();
    const text = String(value);
    const fault = headers.has(name) ? say('header_twice') : headerFault(name, text);
    if (fault) {
      throw new NodeFault('header_invalid', `The header ${JSON.stringify(written)} ${fault.message}.`);
    }
    headers.set(name, text);
  }
  return { ...defaults, ...Object.fromEntries(headers) };
}

/**
 * Returns the problem of a header as the end of a sentence that begins with the header. Undefined if the header is
 * valid.
 */
export function headerFault(name: string, value: string): Message | undefined {
  if (!NAME.test(name)) return say('header_name');
  return VALUE.test(value) ? undefined : say('header_value');
}
