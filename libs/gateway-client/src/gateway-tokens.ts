import type { Clock } from '@app/kernel';
import type { GatewayTokenIssuer } from './gateway-token.issuer';
import type { GatewayTokenQueries, TokenPair } from './gateway-token.queries';

const REFRESH_EARLY_MS = 60_000;

/**
 * Keeps the gateway's token pair fresh, for all processes together: one refresh serves every call of this process
 * (they share a promise) and every other process (they wait for the row and find the new pair there). A pair is
 * committed before it is used.
 */
export class GatewayTokens {
  private held: TokenPair | null = null;
  /** Of the last pair that was issued to this process; a long one is assumed before. */
  private lifeMs = Number.POSITIVE_INFINITY;
  private renewal: Promise<TokenPair> | null = null;

  constructor(
    private readonly queries: GatewayTokenQueries,
    private readonly issuer: GatewayTokenIssuer,
    private readonly clock: Clock,
  ) {}

  /** An access token with some life left. */
  async current(): Promise<string> {
    if (this.held && !this.isDue(this.held)) return this.held.accessToken;
    return (await this.renew(this.held?.accessToken)).accessToken;
  }

  /** Another access token than `refused`, which the gateway does not take any more. */
  async replace(refused: string): Promise<string> {
    if (this.held && this.held.accessToken !== refused) return this.current();
    return (await this.renew(refused)).accessToken;
  }

  /** What must not be shown to anyone. */
  secrets(): string[] {
    return this.held ? [this.held.accessToken, this.held.refreshToken] : [];
  }

  /** A minute before the end; for tokens that live less than two, after half of their life. */
  private isDue({ expiresAtMs }: TokenPair): boolean {
    return this.clock.nowMs() >= expiresAtMs - Math.min(REFRESH_EARLY_MS, this.lifeMs / 2);
  }

  private renew(outdated: string | undefined): Promise<TokenPair> {
    this.renewal ??= this.queries
      .exclusively((stored) => this.choose(stored, outdated))
      .then((pair) => (this.held = pair))
      .finally(() => {
        this.renewal = null;
      });
    return this.renewal;
  }

  private async choose(stored: TokenPair | null, outdated: string | undefined): Promise<TokenPair> {
    // Another process was quicker, or this one has just started.
    if (stored && stored.accessToken !== outdated && !this.isDue(stored)) return stored;
    const askedAtMs = this.clock.nowMs();
    const issued =
      (stored && (await this.issuer.refresh(stored.refreshToken))) ?? (await this.issuer.login());
    this.lifeMs = issued.expiresIn * 1000;
    const { accessToken, refreshToken } = issued;
    return { accessToken, refreshToken, expiresAtMs: Math.floor(askedAtMs + this.lifeMs) };
  }
}
