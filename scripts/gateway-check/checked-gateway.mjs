import { createParser } from 'eventsource-parser';
import { expectThat, shown, Violation } from './outcome.mjs';

/** The default time limit of the product for one call. */
const CALL_LIMIT_MS = 8000;

/** Calls a gateway over HTTP, and keeps what later checks need. */
export class CheckedGateway {
  /** All points of the gateway, once they are read. */
  points = [];
  tokens = { accessToken: '', refreshToken: '' };

  /**
   * @param credentials `{username, password}` of the account
   * @param write `{code, value}` that may be written, or null
   */
  constructor(url, credentials, write) {
    this.url = url.replace(/\/+$/, '');
    this.credentials = credentials;
    this.write = write;
  }

  /** @throws Violation if there is no answer in time, or if its body is not JSON */
  async call(method, path, body, token = this.tokens.accessToken) {
    const call = `${method} ${path.split('?')[0]}`;
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      const text = await response.text();
      return { call, status: response.status, headers: response.headers, body: parsed(call, text) };
    } catch (error) {
      if (error instanceof Violation) throw error;
      throw unanswered(call, error);
    }
  }

  /** @returns the body of an answer with status 200 */
  async succeed(method, path, body) {
    const answer = await this.call(method, path, body);
    expectStatus(answer, [200]);
    return answer.body;
  }

  post(path, body) {
    return this.succeed('POST', path, body);
  }

  /** @returns the current value of a point, with timestamp and quality */
  async valueOf(code) {
    const [value] = await this.post('/codes/values', { codes: [code] });
    return value;
  }

  /**
   * Opens the event stream.
   * @param onEvent is called with the name and the data of each event
   * @returns null if the gateway has no stream, else a function that closes it
   */
  async openStream(onEvent) {
    const connecting = new AbortController();
    const timer = setTimeout(() => connecting.abort(), CALL_LIMIT_MS);
    const response = await fetch(`${this.url}/stream`, {
      headers: { authorization: `Bearer ${this.tokens.accessToken}`, accept: 'text/event-stream' },
      signal: connecting.signal,
    })
      .catch((error) => {
        throw unanswered('GET /stream', error);
      })
      .finally(() => clearTimeout(timer));
    if (response.status === 404) return null;
    expectStatus({ call: 'GET /stream', status: response.status }, [200]);
    const type = response.headers.get('content-type');
    expectThat(type?.startsWith('text/event-stream'), `GET /stream answers with the content type ${type}`);
    const parser = createParser({ onEvent: ({ event, data }) => onEvent(event, data) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    void read(reader, parser);
    return () => reader.cancel().catch(() => {});
  }
}

export function expectStatus({ call, status, body }, expected) {
  expectThat(
    expected.includes(status),
    `${call} answers with status ${status} instead of ${expected.join(' or ')}${
      body === undefined ? '' : `: ${shown(body)}`
    }`,
  );
}

async function read(reader, parser) {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  } catch {
    // The stream was closed.
  }
}

function parsed(call, text) {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new Violation(`the body of ${call} is not JSON: ${shown(text)}`);
  }
}

function unanswered(call, { cause, message }) {
  const reason = cause?.code ?? cause?.message ?? message;
  return new Violation(`${call} has no answer within ${CALL_LIMIT_MS / 1000} s (${reason})`);
}
