import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { defineNode, isJsonObject, type JsonObject, NodeFault, type Problem } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';
import { bodyOf, hasForbiddenBody, HttpMessage, messageOf, withoutQuery } from './http-message';
import { headerFault } from './request-headers';
import { isFixedText } from './saved-text';

/** A dry run sends requests with these methods, because they have no effect on the other system. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Sends the request at least once. If a worker dies after the response and before the result is recorded, the request
 * is sent again. Both requests have the same `Idempotency-Key`, so a system that supports this header acts only once.
 */
export const httpRequestNode = defineNode({
  type: 'http_request',
  name: 'HTTP request',
  description:
    'Calls another system over HTTP. After a crash a request may be sent twice. If the headers set no Idempotency-Key, a ' +
    'request that can change something gets a key that is the same in every attempt.',
  category: 'action',
  config: HttpMessage,
  outputs: describeData(
    Type.Object({
      status: Type.Integer({ description: 'Status of the response.', minimum: 100, maximum: 599 }),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Headers of the response; names are in lower case.',
      }),
      body: anyValue({ description: 'Body of the response: parsed if it is JSON, otherwise text.' }),
    }),
  ),
  needs: ['http'],
  acts: true,
  check: problemsOf,
  runsInDryRun: ({ method = 'GET' }) => READING.has(method),
  savedChecks: [
    { fields: ['url'], check: ({ url }, { http }) => http.check({ method: 'GET', url, headers: {} }) },
  ],
  async rehearse(config, log, { ports }) {
    const message = messageOf(config, 'rehearsal');
    const { method, url } = message;
    await ports.http.check(message);
    log(`Would have sent ${method} ${withoutQuery(url)}.`);
    return { status: 200, headers: {}, body: null };
  },
  async run(step) {
    const { config, ports, idempotencyKey, signal } = step;
    const message = messageOf(config, idempotencyKey);
    const answer = await ports.http.request({ ...message, signal });
    step.log(`${message.method} ${withoutQuery(message.url)} was answered ${answer.status}.`);
    if (config.failOnStatus && answer.status >= 400) {
      step.log(`The answer was: ${answer.body}`);
      throw new NodeFault('http_status', `The response has the status ${answer.status}.`);
    }
    const { status, headers } = answer;
    return { kind: 'done', output: { status, headers, body: bodyOf(answer, (line) => step.log(line)) } };
  },
});

function problemsOf(config: JsonObject): Problem[] {
  const { url, headers } = config;
  const problems: Problem[] = [];
  if (isFixedText(url) && url !== '' && !isHttpAddress(url)) {
    problems.push({ path: 'url', ...say('not_address') });
  }
  if (hasForbiddenBody(config)) {
    problems.push({ path: 'body', ...say('no_body') });
  }
  for (const [name, value] of Object.entries(isJsonObject(headers) ? headers : {})) {
    const fault = headerFault(name, isFixedText(value) ? value : '');
    if (fault) problems.push({ path: `headers.${name}`, ...fault });
  }
  return problems;
}

function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
