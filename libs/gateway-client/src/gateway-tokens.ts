import { type Clock, runOutsideRequests } from '@app/kernel';
import type { GatewayTokenIssuer } from './gateway-token.issuer';
import type { GatewayTokenQueries, TokenPair } from './gateway-token.queries';

const REFRESH_EARLY_MS = 60_000;
/** How many earlier pairs are masked in errors. A replaced access token may be valid until it expires. */
const EARLIER_PAIRS = 10;

/**
 * Keeps the gateway's token pair fresh for all processes. All calls of this process share one refresh. Other processes
 * wait for the row's lock and then find the new pair. A pair is committed before it is used.
 */
export class GatewayTokens {
  private held: TokenPair | null = null;
  private earlier: TokenPair[] = [];
  /** Lifetime of the last token pair that this process requested, in milliseconds; infinite before the first. */
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

  /** Returns an access token other than `refused`, which the gateway no longer accepts. */
  async replace(refused: string): Promise<string> {
    if (this.held && this.held.accessToken !== refused) return this.current();
    return (await this.renew(refused)).accessToken;
  }

  /** The current and earlier tokens, which error messages must not contain. */
  secrets(): string[] {
    const pairs = this.held ? [this.held, ...this.earlier] : [];
    return pairs.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  }

  /**
   * Refresh a minute before the expiry. If the token lives for less than two minutes, refresh after half of its life.
   */
  private isDue({ expiresAtMs }: TokenPair): boolean {
    return this.clock.nowMs() >= expiresAtMs - Math.min(REFRESH_EARLY_MS, this.lifeMs / 2);
  }

  /** Runs outside of requests. Callers share the renewal, so it must not end with the first caller's request. */
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
    // Another process has already refreshed the pair, or this process has just started.
    if (stored && stored.accessToken !== outdated && !this.isDue(stored)) return stored;
    const askedAtMs = this.clock.nowMs();
    const issued =
      (stored && (await this.issuer.refresh(stored.refreshToken))) ?? (await this.issuer.login());
    this.lifeMs = issued.expiresIn * 1000;
    const { accessToken, refreshToken } = issued;
    return { accessToken, refreshToken, expiresAtMs: Math.floor(askedAtMs + this.lifeMs) };
  }
}
