import { gatewayFailed } from './gateway-errors';

export interface GatewayRequest {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | number>;
  body?: object;
}

export interface GatewayAnswer {
  /** 2xx or 4xx; anything else was thrown. */
  status: number;
  headers: Headers;
  /** Undefined where a 4xx brought no JSON. */
  body: unknown;
}

/** More than any answer to a question of ours has: a gateway that goes on and on must not fill the memory. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

/** HTTP with the gateway, without knowledge of what is said. Connections are kept alive by `fetch`. */
export class GatewayHttp {
  private readonly baseUrl: string;

  constructor(url: string) {
    const { origin, pathname } = new URL(url);
    this.baseUrl = `${origin}${pathname.replace(/\/+$/, '')}`;
  }

  /**
   * Asks and reads the whole answer.
   * @throws DomainError `gateway_failed` where no answer came, or a 5xx, a redirect or something that is not JSON;
   *   the signal's reason where it was aborted
   */
  async send(request: GatewayRequest, token: string | null, signal: AbortSignal): Promise<GatewayAnswer> {
    const response = await this.open(request, token, signal);
    const text = await readText(response, signal);
    const { status, headers } = response;
    const refused = status >= 400 && status < 500;
    if (!response.ok && !refused) {
      throw gatewayFailed(`answered ${request.method} ${request.path} with status ${status}`);
    }
    const body = parseJson(text);
    if (body === undefined && !refused) {
      throw gatewayFailed(`answered ${request.method} ${request.path} with something that is not JSON`);
    }
    return { status, headers, body };
  }

  /** Asks, and resolves with the head of the answer. Redirects are not followed: the token is for this address. */
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
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > ANSWER_LIMIT_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : connectionError(error);
  }
  if (bytes > ANSWER_LIMIT_BYTES) throw gatewayFailed('sent an answer without end');
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may hold tokens: the caller says in its own words what is wrong.
    return undefined;
  }
}

/** Names the system's error code alone: other parts of such an error may quote headers, and these hold the token. */
function connectionError(error: unknown): Error {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return gatewayFailed(
    typeof code === 'string' ? `could not be reached (${code})` : 'broke the connection off',
  );
}
