import { type Clock, runOutsideRequests } from '@app/kernel';
import type { GatewayTokenIssuer } from './gateway-token.issuer';
import type { GatewayTokenQueries, TokenPair } from './gateway-token.queries';

const REFRESH_EARLY_MS = 60_000;
/**
 * Number of earlier pairs that are masked in errors, because a replaced access token may stay valid until it expires.
 */
const EARLIER_PAIRS = 10;

/**
 * Keeps the gateway's token pair fresh for all processes. All calls of this process share one refresh. Other processes
 * wait for the row's lock and then find the new pair. A pair is committed before it is used.
 */
export class GatewayTokens {
  private held: TokenPair | null = null;
  private earlier: TokenPair[] = [];
  /**
   * Lifetime of the last token pair that this process requested, in milliseconds. Infinite before the first request.
   */
  private lifeMs = Number.POSITIVE_INFINITY;
  private renewal: Promise<TokenPair> | null = null;

  constructor(
    private readonly queries: GatewayTokenQueries,
    private readonly issuer: GatewayTokenIssuer,
    private readonly clock: Clock,
  ) {}

  /** Returns an access token that does not expire soon. */
  async current(): Promise<string> {
    if (this.held && !this.isDue(this.held)) return this.held.accessToken;
    return (await this.renew(this.held?.accessToken)).accessToken;
  }

  /** Returns another access token after the gateway has refused the token `refused`. */
  async replace(refused: string): Promise<string> {
    if (this.held && this.held.accessToken !== refused) return this.current();
    return (await this.renew(refused)).accessToken;
  }

  /** Returns the current and earlier tokens. Error messages must not contain them. */
  secrets(): string[] {
    const pairs = this.held ? [this.held, ...this.earlier] : [];
    return pairs.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  }

  /**
   * Returns whether the pair must be refreshed. A pair is due one minute before its access token expires. If the
   * lifetime of the token is less than two minutes, the pair is due after half of its lifetime.
   */
  private isDue({ expiresAtMs }: TokenPair): boolean {
    return this.clock.nowMs() >= expiresAtMs - Math.min(REFRESH_EARLY_MS, this.lifeMs / 2);
  }

  /**
   * Renews the pair. This runs outside of requests, because callers share the renewal, and it must not end when the
   * request of the first caller is abandoned.
   */
  private renew(outdated: string | undefined): Promise<TokenPair> {
    this.renewal ??= runOutsideRequests(() =>
      this.queries.exclusively((stored) => this.choose(stored, outdated)),
    )
      .then((pair) => this.hold(pair))
      .finally(() => {
        this.renewal = null;
      });
    return this.renewal;
  }

  private hold(pair: TokenPair): TokenPair {
    if (this.held) this.earlier = [this.held, ...this.earlier].slice(0, EARLIER_PAIRS);
    this.held = pair;
    return pair;
  }

  private async choose(stored: TokenPair | null, outdated: string | undefined): Promise<TokenPair> {
    // The stored pair can be used: another process has refreshed it, or this process has just started and not read it
    // yet.
    if (stored && stored.accessToken !== outdated && !this.isDue(stored)) return stored;
    const askedAtMs = this.clock.nowMs();
    const issued =
      (stored && (await this.issuer.refresh(stored.refreshToken))) ?? (await this.issuer.login());
    this.lifeMs = issued.expiresIn * 1000;
    const { accessToken, refreshToken } = issued;
    return { accessToken, refreshToken, expiresAtMs: Math.floor(askedAtMs + this.lifeMs) };
  }
}
