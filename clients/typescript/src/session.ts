import type { Client } from 'openapi-fetch';
import { ApiError, unwrap } from './api-error.js';
import type { Send } from './retries.js';
import type { components, paths } from './schema.js';
import type { Tokens, TokenStore } from './tokens.js';
import { untilAborted } from './waiting.js';

export type User = components['schemas']['UserDto'];

export interface CallOptions {
  /** Ends the call, which then fails with the reason of the signal. */
  signal?: AbortSignal;
}

/** All calls with an expired token wait for the refresh, so it has a time limit. */
const REFRESH_MS = 30_000;
/**
 * The error codes of a 401 that refuses the access token. A 401 with another code has another reason, for example a
 * wrong password.
 */
const TOKEN_REFUSED = new Set<unknown>(['invalid_token', 'unauthenticated']);

/** Signs requests with the access token of a user, and refreshes the tokens when the access token has expired. */
export class Session {
  private refreshing: Promise<Tokens | null> | null = null;

  /**
   * @param open calls the API without a token
   * @param onSignedOut called when the API has ended the session: the user must sign in again
   */
  constructor(
    private readonly open: Client<paths>,
    private readonly tokens: TokenStore,
    private readonly onSignedOut: (error: ApiError) => void,
  ) {}

  async signIn(username: string, password: string, { signal }: CallOptions): Promise<User> {
    const login = this.open.POST('/api/auth/login', { body: { username, password }, signal });
    const { accessToken, refreshToken, user } = await unwrap(login);
    await this.tokens.write({ accessToken, refreshToken });
    return user;
  }

  /**
   * Ends the session. The tokens are removed even if the API cannot be reached.
   * @param api calls the API with the token of this session
   */
  async signOut(api: Client<paths>, { signal }: CallOptions): Promise<void> {
    const tokens = await this.tokens.read();
    if (!tokens) return;
    try {
      await unwrap(api.POST('/api/auth/logout', { body: {}, signal }));
    } catch (error) {
      const hasEnded = error instanceof ApiError && error.status === 401;
      if (!hasEnded) throw error;
    } finally {
      await this.tokens.write(null);
    }
  }

  /**
   * Adds the token to each request. If the API refuses it, refreshes the tokens and sends the request once more.
   * @param send does not consume the request
   */
  signing(send: Send): Send {
    return async (request) => {
      const tokens = await this.tokens.read();
      if (!tokens) return send(request);
      const response = await send(withToken(request, tokens.accessToken));
      if (!(await refusesToken(response))) return response;
      const renewed = await untilAborted(this.renewed(tokens), request.signal);
      return renewed ? send(withToken(request, renewed.accessToken)) : response;
    };
  }

  /**
   * Returns the tokens that replace the refused tokens; null if there is no session. Concurrent calls share one
   * refresh.
   */
  private renewed(refused: Tokens): Promise<Tokens | null> {
    const refresh = () => this.refresh(refused);
    this.refreshing ??= (this.tokens.whileLocked?.(refresh) ?? refresh()).finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  private async refresh(refused: Tokens): Promise<Tokens | null> {
    const stored = await this.tokens.read();
    // Another call or another tab has already replaced the tokens.
    if (stored?.accessToken !== refused.accessToken) return stored;
    const { data, error, response } = await this.open.POST('/api/auth/refresh', {
      body: { refreshToken: stored.refreshToken },
      signal: AbortSignal.timeout(REFRESH_MS),
    });
    const current = await this.tokens.read();
    // During the refresh, the user has signed out, or has signed in again.
    if (current?.refreshToken !== stored.refreshToken) return current;
    if (data) {
      await this.tokens.write(data);
      return data;
    }
    const refusal = new ApiError(response, error);
    if (response.status === 401) {
      await this.tokens.write(null);
      this.onSignedOut(refusal);
    }
    throw refusal;
  }
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

/** Adds an API key to each request. */
export function withApiKey(send: Send, key: string): Send {
  return (request) => send(withToken(request, key));
}

async function refusesToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return TOKEN_REFUSED.has((Object(body) as { code?: unknown }).code);
}
