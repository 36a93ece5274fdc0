import type { GatewayBreaker } from './gateway-breaker';
import { gatewayFailed, type Refusals, refusalOf } from './gateway-errors';
import type { GatewayHttp, GatewayRequest } from './gateway-http';
import type { GatewayTokens } from './gateway-tokens';
import { refusalReason } from './refusal-reason';

export interface GatewayCall<T> extends GatewayRequest {
  /** @throws DomainError if the answer does not have the expected form */
  read: (body: unknown, headers: Headers) => T;
  /** Maps the status of the gateway's 4xx answers to the error for the caller. */
  refusals: Refusals;
}

/** Sends authenticated calls. If the gateway refuses the current token, the session requests a new one. */
export class GatewaySession {
  constructor(
    private readonly http: GatewayHttp,
    private readonly breaker: GatewayBreaker,
    private readonly tokens: GatewayTokens,
    /** Secrets other than the tokens. Error messages must not contain them. */
    private readonly secrets: readonly string[],
  ) {}

  async call<T>(call: GatewayCall<T>, signal: AbortSignal): Promise<T> {
    const outcome = await this.authorised((token) => this.exchange(call, token, signal));
    if ('value' in outcome) return outcome.value;
    const reason = refusalReason(outcome.body, [...this.secrets, ...this.tokens.secrets()]);
    throw refusalOf(outcome.status, reason, call.refusals);
  }

  /**
   * Opens a stream. If the stream fails, this does not count as a failure of the gateway, because polling works without
   * the stream.
   */
  async open(request: GatewayRequest, signal: AbortSignal): Promise<Response> {
    return this.authorised(async (token) => {
      const response = await this.http.open(request, token, signal);
      if (!response.ok) await response.body?.cancel();
      return response;
    });
  }

  /** Runs a call, and repeats it once with another token if its token was refused. */
  private async authorised<Answer extends { status: number }>(
    ask: (token: string) => Promise<Answer>,
  ): Promise<Answer> {
    const token = await this.tokens.current();
    const first = await ask(token);
    if (first.status !== 401) return first;
    const second = await ask(await this.tokens.replace(token));
    if (second.status === 401) throw gatewayFailed('refused a token that it had just issued');
    return second;
  }

  /** An invalid answer counts as a failure of the gateway, but a refusal does not. */
  private exchange<T>(call: GatewayCall<T>, token: string, signal: AbortSignal): Promise<Outcome<T>> {
    signal.throwIfAborted();
    return this.breaker.run(async () => {
      const { status, body, headers } = await this.http.send(call, token, signal);
      return status < 400 ? { status, value: call.read(body, headers) } : { status, body };
    });
  }
}

type Outcome<T> = { status: number; value: T } | { status: number; body: unknown };
