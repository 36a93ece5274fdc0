import { jsonExcess, limitedText, type Role, say } from '@app/kernel';
import { answerTooLarge, gatewayFailed, gatewayFault } from './gateway-errors';

export interface GatewayRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Record<string, string | number>;
  body?: object;
  /** The role with which a point is written. */
  role?: Role;
}

export interface GatewayAnswer {
  /** A 2xx or 4xx status. For any other status, `send` throws an error. */
  status: number;
  headers: Headers;
  /** Undefined if a 4xx answer has no JSON body. */
  body: unknown;
}

/** Maximum size of an answer. Answers are parsed at once, and this one blocks the event loop for about 50 ms. */
const ANSWER_LIMIT_BYTES = 2 * 1024 * 1024;

/** Sends HTTP requests to the gateway. `fetch` keeps connections alive. */
export class GatewayHttp {
  private readonly baseUrl: string;

  constructor(url: string) {
    const { origin, pathname } = new URL(url);
    this.baseUrl = `${origin}${pathname.replace(/\/+$/, '')}`;
  }

  /**
   * Sends a request and reads the whole answer.
   * @throws DomainError `gateway_failed` if there is no answer, or if the answer is a 5xx, a redirect or not JSON;
   *   `gateway_answer_too_large`; the reason of `signal` if it was aborted
   */
  async send(request: GatewayRequest, token: string | null, signal: AbortSignal): Promise<GatewayAnswer> {
    const response = await this.open(request, token, signal);
    const text = await readText(response, signal);
    const { status, headers } = response;
    const refused = status >= 400 && status < 500;
    if (!response.ok && !refused) {
      throw gatewayFault(say('gateway_status', { call: `${request.method} ${request.path}`, status }));
    }
    const body = parseJson(text);
    if (body === undefined && !refused) {
      throw gatewayFailed(`answered ${request.method} ${request.path} with a body that is not JSON`);
    }
    return { status, headers, body };
  }

  /**
   * Sends a request and resolves when the headers of the answer arrive. Redirects are not followed, because the token
   * must not be sent to another address.
   */
  async open(request: GatewayRequest, token: string | null, signal: AbortSignal): Promise<Response> {
    const query = request.query ? `?${toSearchParams(request.query)}` : '';
    try {
      return await fetch(`${this.baseUrl}${request.path}${query}`, {
        method: request.method,
        redirect: 'manual',
        signal,
        headers: {
          accept: 'application/json, text/event-stream',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(request.body ? { 'content-type': 'application/json' } : {}),
          ...(request.role ? { 'plantroom-role': request.role } : {}),
        },
        body: request.body ? JSON.stringify(request.body) : undefined,
      });
    } catch (error) {
      throw signal.aborted ? signal.reason : connectionError(error);
    }
  }
}

function toSearchParams(query: Record<string, string | number>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) params.set(name, String(value));
  return params.toString();
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const text = await limitedText(response.body, ANSWER_LIMIT_BYTES).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : connectionError(error);
  });
  if (text === null || jsonExcess(text) !== null) throw answerTooLarge();
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of the parser is dropped, because it quotes the text, which may contain tokens. The caller throws its
    // own error.
    return undefined;
  }
}

/**
 * Converts a connection error. Only the system's error code is kept, because other parts of the error may quote
 * headers, which contain the token.
 */
function connectionError(error: unknown): Error {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return gatewayFault(
    typeof code === 'string' ? say('gateway_unreachable', { code }) : say('gateway_broke_off'),
  );
}
