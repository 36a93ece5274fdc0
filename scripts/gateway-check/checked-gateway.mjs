import { createParser } from 'eventsource-parser';
import { expectThat, shown, Violation } from './outcome.mjs';

/** The default time limit of the product for one call. */
const CALL_LIMIT_MS = 8000;

/** Calls a gateway over HTTP. Stores the tokens and the points for later checks. */
export class CheckedGateway {
  /** All points of the gateway, once they are read. */
  points = [];
  /** The value that the point of `write` had before all writes, once it is read. */
  before = null;
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

  /**
   * Sends a request. Signs in again once if the own token has expired.
   * @param token instead of the own token; empty for none
   * @throws Violation if there is no answer in time, or if the body of a success is not JSON
   */
  async call(method, path, body, token) {
    if (token !== undefined) return this.send(method, path, body, token);
    const first = await this.send(method, path, body, this.tokens.accessToken);
    if (first.status !== 401 || this.tokens.accessToken === '') return first;
    await this.signIn();
    return this.send(method, path, body, this.tokens.accessToken);
  }

  /** @returns the answer; its tokens are used from now on */
  async signIn() {
    const answer = await this.send('POST', '/auth/login', this.credentials, '');
    if (isSuccess(answer.status)) this.tokens = answer.body;
    return answer;
  }

  async send(method, path, body, token) {
    const call = `${method} ${path.split('?')[0]}`;
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      const { status, headers } = response;
      const text = await response.text();
      return { call, status, headers, body: isSuccess(status) ? parsed(call, text) : text };
    } catch (error) {
      if (error instanceof Violation) throw error;
      throw unanswered(call, error);
    }
  }

  /** @returns the body of a success */
  async post(path, body) {
    const answer = await this.call('POST', path, body);
    expectSuccess(answer);
    return answer.body;
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
      redirect: 'manual',
      signal: connecting.signal,
    })
      .catch((error) => {
        throw unanswered('GET /stream', error);
      })
      .finally(() => clearTimeout(timer));
    const type = response.headers.get('content-type');
    if (response.status !== 200 || !type?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      if (response.status === 404) return null;
      expectSuccess({ call: 'GET /stream', status: response.status });
      throw new Violation(`GET /stream answers with the content type ${type}`);
    }
    const parser = createParser({ onEvent: ({ event, data }) => onEvent(event, data) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    void read(reader, parser);
    return () => reader.cancel().catch(() => {});
  }
}

const isSuccess = (status) => status >= 200 && status < 300;

/** Checks that a call succeeded, with any 2xx status. */
export function expectSuccess({ call, status, body }) {
  const details = body === undefined || body === '' ? '' : `: ${shown(body)}`;
  expectThat(isSuccess(status), `${call} answers with status ${status}${details}`);
}

export function expectStatus({ call, status }, expected) {
  expectThat(
    expected.includes(status),
    `${call} answers with status ${status} instead of ${expected.join(' or ')}`,
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

function unanswered(call, { name, cause, message }) {
  const isLate = name === 'TimeoutError' || name === 'AbortError';
  const reason = cause?.code ?? cause?.message ?? message;
  return new Violation(
    isLate ? `${call} has no answer within ${CALL_LIMIT_MS / 1000} s` : `${call} has no answer (${reason})`,
  );
}
