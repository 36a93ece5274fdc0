import { say, type Message } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { defineNode, isJsonObject, type JsonObject, NodeFault, type Problem } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { headerFault, type HeaderValues, requestHeaders } from './request-headers';
import { hasTemplate } from './saved-text';

/** The headers that a workflow may set in an answer, in addition to those that begin with `x-`. */
const ALLOWED = new Set([
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
]);
/** Headers that the service sets itself. */
const RESERVED = new Set([
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
  'x-request-id',
  'x-xss-protection',
]);
/**
 * Headers that control a reverse proxy. With `X-Accel-Redirect`, for example, nginx would send one of its internal
 * files.
 */
const PROXY_COMMAND = /^x-(?:accel-|sendfile|lighttpd-send-file|reproxy-)/;
const MAX_HEADERS = 20;

export const respondNode = defineNode({
  type: 'respond',
  name: 'Respond',
  description:
    'Answers the caller of the webhook that started the execution. The caller waits for at most 30 seconds. The execution ' +
    'continues. A repeated run sends the same answer.',
  category: 'action',
  config: Type.Object({
    status: Type.Integer({
      title: 'Status',
      description: 'The HTTP status.',
      minimum: 200,
      maximum: 599,
      examples: [200],
    }),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        title: 'Headers',
        description: `Allowed are ${[...ALLOWED].join(', ')} and names that begin with x-.`,
        examples: [{ 'content-type': 'text/csv' }],
      }),
    ),
    body: Type.Optional(
      anyValue({
        title: 'Body',
        description: 'The body. A text is sent as it is, and any other value as JSON.',
        examples: [{ accepted: '{{ triggerData.id }}' }],
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({
      status: Type.Integer({ description: 'The status.' }),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'The headers, with names in lower case.',
      }),
      body: anyValue({ description: 'The body.' }),
      sent: Type.Boolean({
        description:
          'True if the answer was sent. False if another node has already answered, or if the ' +
          'execution was not started by a webhook.',
      }),
    }),
  ),
  triggers: ['webhook'],
  needs: ['answers'],
  acts: true,
  check: problemsOf,
  rehearse({ status, headers = {}, body = null }, log) {
    log(`Would have answered with the status ${status}.`);
    return { status, headers: checked(headers), body, sent: false };
  },
  async run(step) {
    const { config, ports, execution, idempotencyKey: key } = step;
    const { status, body = null } = config;
    const headers = checked(config.headers ?? {});
    const sent = await ports.answers.send({ status, headers, body, key, execution });
    step.log(
      sent
        ? `Answered with the status ${status}.`
        : 'The answer was dropped, because no caller waits for one.',
    );
    return { kind: 'done', output: { status, headers, body, sent } };
  },
});

/**
 * Checks the headers of an answer.
 * @returns the headers with their names in lower case
 * @throws NodeFault `header_invalid`
 */
function checked(headers: HeaderValues): Record<string, string> {
  const names = Object.keys(headers);
  const refused = names.find((name) => !isAllowed(name));
  if (refused !== undefined) throw new NodeFault('header_invalid', `${notAllowed(refused).message}.`);
  if (names.length > MAX_HEADERS) throw new NodeFault('header_invalid', `${TOO_MANY.message}.`);
  return requestHeaders(headers, {});
}

function isAllowed(name: string): boolean {
  const lower = name.toLowerCase();
  if (RESERVED.has(lower) || PROXY_COMMAND.test(lower)) return false;
  return ALLOWED.has(lower) || lower.startsWith('x-');
}

const TOO_MANY = say('too_many_headers', { most: MAX_HEADERS });

function notAllowed(name: string): Message {
  return say('header_refused', { name: JSON.stringify(name.slice(0, 64)) });
}

function problemsOf({ headers }: JsonObject): Problem[] {
  if (!isJsonObject(headers)) return [];
  const names = Object.keys(headers);
  const faults = names.flatMap((name) => {
    if (!isAllowed(name)) return [notAllowed(name)];
    const value = headers[name];
    const isFixed = typeof value === 'string' && !hasTemplate(value);
    const fault = isFixed ? headerFault(name, value) : undefined;
    return fault === undefined ? [] : [say('header_fault', { name, reason: fault })];
  });
  const all = names.length > MAX_HEADERS ? [...faults, TOO_MANY] : faults;
  return all.map((fault) => ({ path: 'headers', ...fault }));
}
