import { objectOf, shapeOf } from './answer-shape';
import type { GatewayBreaker } from './gateway-breaker';
import { gatewayCredentialsRefused, gatewayFailed } from './gateway-errors';
import type { GatewayAnswer, GatewayHttp, GatewayRequest } from './gateway-http';
import { withinLimit } from './time-limit';

interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds until the access token expires. */
  expiresIn: number;
}

/**
 * A token must be visible ASCII without blanks. Other characters cannot be sent in a header, and the resulting error
 * would quote the token.
 */
const token = { type: 'string', pattern: '^[\\x21-\\x7e]{1,16384}$' };
const TEN_YEARS_SECONDS = 315_360_000;

const checkTokens = shapeOf<IssuedTokens>(
  objectOf({
    accessToken: token,
    refreshToken: token,
    expiresIn: { type: 'number', exclusiveMinimum: 0, maximum: TEN_YEARS_SECONDS },
  }),
);

function readTokens(body: unknown): IssuedTokens {
  const { accessToken, refreshToken, expiresIn } = checkTokens(body);
  return { accessToken, refreshToken, expiresIn };
}

export interface GatewayCredentials {
  username: string;
  password: string;
}

/**
 * Gets token pairs from the gateway. The gateway's error messages are never shown, because they may repeat a secret.
 */
export class GatewayTokenIssuer {
  constructor(
    private readonly http: GatewayHttp,
    private readonly breaker: GatewayBreaker,
    private readonly credentials: GatewayCredentials,
    private readonly limitMs: number,
  ) {}

  async login(): Promise<IssuedTokens> {
    const { username, password } = this.credentials;
    return this.ask({ method: 'POST', path: '/auth/login', body: { username, password } }, (answer) => {
      if (SPENT.has(answer.status)) throw gatewayCredentialsRefused();
      return readIssued(answer);
    });
  }

  /**
   * Requests a new token pair with a refresh token. Returns null if the gateway no longer accepts the refresh token.
   */
  async refresh(refreshToken: string): Promise<IssuedTokens | null> {
    return this.ask({ method: 'POST', path: '/auth/refresh', body: { refreshToken } }, (answer) =>
      SPENT.has(answer.status) ? null : readIssued(answer),
    );
  }

  /**
   * Sends a request with its own time limit. The time limits of callers do not apply, because several callers may wait
   * for the answer, and it must be stored even if all of them have given up.
   */
  private async ask<T>(request: GatewayRequest, read: (answer: GatewayAnswer) => T): Promise<T> {
    return withinLimit(this.limitMs, (signal) =>
      this.breaker.run(async () => read(await this.http.send(request, null, signal))),
    );
  }
}

const SPENT = new Set([400, 401, 403]);

function readIssued({ status, body }: GatewayAnswer): IssuedTokens {
  if (status >= 400) throw gatewayFailed(`refused to issue tokens (status ${status})`);
  return readTokens(body);
}
