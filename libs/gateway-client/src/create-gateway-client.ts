import { MAIN_GATEWAY } from '@app/entities';
import type { Clock, Semaphore } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { type BreakerOptions, GatewayBreaker } from './gateway-breaker';
import type { SingleGateway } from './gateway-client';
import { GatewayHttp } from './gateway-http';
import { GatewaySession } from './gateway-session';
import { GatewayStream, type StreamOptions } from './gateway-stream';
import { type GatewayCredentials, GatewayTokenIssuer } from './gateway-token.issuer';
import { GatewayTokenQueries } from './gateway-token.queries';
import { GatewayTokens } from './gateway-tokens';
import { HttpGatewayClient } from './http-gateway-client';

export interface GatewayOptions extends GatewayCredentials {
  /** Default: that of the gateway of the environment. */
  tokenId?: number;
  /** How many token pairs this process renews at a time, because a renewal occupies a connection to the database. */
  renewals?: Semaphore;
  url: string;
  /** Time limit of one call. */
  callLimitMs: number;
  breaker?: BreakerOptions;
  stream?: StreamOptions;
}

/** Creates the HTTP client of a gateway. Its token pair is stored in `dataSource`. */
export function createGatewayClient(
  options: GatewayOptions,
  dataSource: DataSource,
  clock: Clock,
): SingleGateway {
  const { tokenId = MAIN_GATEWAY, renewals, url, username, password, callLimitMs } = options;
  const http = new GatewayHttp(url);
  const breaker = new GatewayBreaker(clock, options.breaker, url);
  const issuer = new GatewayTokenIssuer(http, breaker, { username, password }, callLimitMs);
  const tokens = new GatewayTokens(new GatewayTokenQueries(dataSource, tokenId, renewals), issuer, clock);
  const session = new GatewaySession(http, breaker, tokens, [password, username]);
  const stream = new GatewayStream(
    (signal) => session.open({ method: 'GET', path: '/stream' }, signal),
    callLimitMs,
    options.stream,
  );
  return new HttpGatewayClient(session, tokens, breaker, stream, clock, callLimitMs);
}
