import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  /** Method and path without the query, for example `POST /codes/values`. */
  route: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  token: string | null;
  /** The role with which a point is written. */
  role: string | undefined;
}

/** A status with a JSON body, or a handler that writes the response. With `hang`, the gateway sends no response. */
export type Reply =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse) => void)
  | 'hang';

type Handler = (exchange: Exchange) => Reply | Promise<Reply>;

/** A gateway with scripted responses. Each refresh token works once. Only the newest access token is valid. */
export class ScriptedGateway {
  readonly credentials = { username: 'gateway-user', password: 'gateway-s3cret' };
  readonly exchanges: Exchange[] = [];
  expiresIn = 3600;
  /**
   * Handlers that the test sets for routes. They take precedence over everything else, including the token check.
   */
  readonly overrides = new Map<string, Handler>();
  private readonly handlers = new Map<string, Handler>();
  private accessToken: string | null = null;
  private refreshToken: string | null = null;
  private server: Server;

  static async start(): Promise<ScriptedGateway> {
    const gateway = new ScriptedGateway();
    gateway.server = createServer((request, response) => void gateway.serve(request, response));
    // As in `LocalServer`.
    gateway.server.keepAliveTimeout = 75_000;
    await new Promise<void>((resolve) => gateway.server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Sets the response to an authorized call. */
  on(route: string, handler: Handler): void {
    this.handlers.set(route, handler);
  }

  count(route: string): number {
    return this.exchanges.filter((exchange) => exchange.route === route).length;
  }

  /** Issues a token pair, as if a client had signed in earlier. */
  issue(): { accessToken: string; refreshToken: string } {
    this.accessToken = `access-${randomBytes(16).toString('hex')}`;
    this.refreshToken = `refresh-${randomBytes(16).toString('hex')}`;
    return { accessToken: this.accessToken, refreshToken: this.refreshToken };
  }

  revokeAccessToken(): void {
    this.accessToken = null;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const chunks: Buffer[] = await request.toArray();
    const text = Buffer.concat(chunks).toString('utf8');
    const exchange: Exchange = {
      route: `${request.method} ${url.pathname}`,
      query: url.searchParams,
      body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
      token: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
      role: request.headers['plantroom-role']?.toString(),
    };
    this.exchanges.push(exchange);
    const reply = await this.reply(exchange);
    if (reply === 'hang') return;
    if (typeof reply === 'function') return reply(response);
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
  }

  private async reply(exchange: Exchange): Promise<Reply> {
    const { route, token } = exchange;
    const override = this.overrides.get(route) ?? this.overrides.get('*');
    if (override) return override(exchange);
    if (route === 'POST /auth/login') return this.login(exchange.body);
    if (route === 'POST /auth/refresh') return this.refresh(exchange.body);
    if (token === null || token !== this.accessToken) return { status: 401, body: { error: 'bad token' } };
    return this.handlers.get(route)?.(exchange) ?? { status: 404, body: { error: 'no such route' } };
  }

  private login({ username, password }: Record<string, unknown>): Reply {
    const known = username === this.credentials.username && password === this.credentials.password;
    if (!known) return { status: 401, body: { error: 'wrong credentials' } };
    return { body: { ...this.issue(), expiresIn: this.expiresIn } };
  }

  private refresh({ refreshToken }: Record<string, unknown>): Reply {
    if (refreshToken !== this.refreshToken) return { status: 401, body: { error: 'spent' } };
    return { body: { ...this.issue(), expiresIn: this.expiresIn } };
  }
}
