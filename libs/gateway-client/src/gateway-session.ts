import type { GatewayBreaker } from './gateway-breaker';
import { gatewayFailed, type Refusals, refusalOf } from './gateway-errors';
import type { GatewayHttp, GatewayRequest } from './gateway-http';
import type { GatewayTokens } from './gateway-tokens';
import { refusalReason } from './refusal-reason';

export interface GatewayCall<T> extends GatewayRequest {
  /** @throws DomainError where the answer does not fit */
  read: (body: unknown, headers: Headers) => T;
  /** Which of the gateway's refusals concern the caller. */
  refusals: Refusals;
}

/** Calls on behalf of this service: with a token that is good, and a new one where the gateway wants that. */
export class GatewaySession {
  constructor(
    private readonly http: GatewayHttp,
    private readonly breaker: GatewayBreaker,
    private readonly tokens: GatewayTokens,
    /** Besides the tokens, what must not be shown. */
    private readonly secrets: readonly string[],
  ) {}

  async call<T>(call: GatewayCall<T>, signal: AbortSignal): Promise<T> {
    const outcome = await this.authorised((token) => this.exchange(call, token, signal));
    if ('value' in outcome) return outcome.value;
    const reason = refusalReason(outcome.body, [...this.secrets, ...this.tokens.secrets()]);
    throw refusalOf(outcome.status, reason, call.refusals);
  }

  /** Opens an answer without end. Its failures do not count against the gateway: the stream is not vital. */
  async open(request: GatewayRequest, signal: AbortSignal): Promise<Response> {
    return this.authorised(async (token) => {
      const response = await this.http.open(request, token, signal);
      if (!response.ok) await response.body?.cancel();
      return response;
    });
  }

  /** Repeats once, with another token, what was refused for its token. */
  private async authorised<Answer extends { status: number }>(
    ask: (token: string) => Promise<Answer>,
  ): Promise<Answer> {
    const token = await this.tokens.current();
    const first = await ask(token);
    if (first.status !== 401) return first;
    const second = await ask(await this.tokens.replace(token));
    if (second.status === 401) throw gatewayFailed('refuses the token that it has just issued');
    return second;
  }

  /** An answer that cannot be read counts as a failure of the gateway, a refusal does not. */
  private exchange<T>(call: GatewayCall<T>, token: string, signal: AbortSignal): Promise<Outcome<T>> {
    signal.throwIfAborted();
    return this.breaker.run(async () => {
      const { status, body, headers } = await this.http.send(call, token, signal);
      return status < 400 ? { status, value: call.read(body, headers) } : { status, body };
    });
  }
}

type Outcome<T> = { status: number; value: T } | { status: number; body: unknown };
