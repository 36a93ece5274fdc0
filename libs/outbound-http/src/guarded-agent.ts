import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, buildConnector, Pool } from 'undici';
import { addressRefused } from './http-errors';
import { type Destination, hostOf, type Reachability } from './reachability';

/** Finds the addresses of a name. */
export type ResolveName = (host: string) => Promise<LookupAddress[]>;

/** Connections to one origin at a time; further requests wait. */
const CONNECTIONS_PER_ORIGIN = 32;
/** How long one of several addresses is waited for before the next is tried as well. */
const NEXT_ADDRESS_MS = 1000;

export interface GuardedAgentOptions {
  reachability: Reachability;
  connectMs: number;
  resolve?: ResolveName;
}

/**
 * Connections to checked addresses alone. A name is resolved once per connection, and the addresses that pass are the
 * ones connected to, so a name server that answers differently the second time gains nothing. Connections are kept
 * per origin, and so are reused only for the host and port that they were checked for.
 */
export function guardedAgent(options: GuardedAgentOptions): Agent {
  return new Agent({
    factory: (origin, poolOptions: Pool.Options) =>
      new Pool(origin, {
        ...poolOptions,
        connections: CONNECTIONS_PER_ORIGIN,
        connect: guardedConnector(destinationOf(new URL(origin)), options),
      }),
  });
}

export function destinationOf(url: URL): Destination {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: hostOf(url), port };
}

export function guardedConnector(
  destination: Destination,
  { reachability, connectMs, resolve = resolveBySystem }: GuardedAgentOptions,
): buildConnector.connector {
  const isAllowed = (address: string) => reachability.allows(destination, address);
  const connect = buildConnector({
    timeout: connectMs,
    lookup: checkedLookup(resolve, isAllowed),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  });
  return (target, callback) => {
    // Nothing is looked up for an address.
    if (isIP(destination.host) && !isAllowed(destination.host)) return callback(addressRefused(), null);
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(addressRefused(), null);
    });
  };
}

/** Hands out the addresses that pass, in the name server's order. */
function checkedLookup(resolve: ResolveName, isAllowed: (address: string) => boolean): LookupFunction {
  const allowedOf = callbackify(async (host: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = (await resolve(host)).filter(({ address }) => isAllowed(address));
    if (!first) throw addressRefused();
    return [first, ...others];
  });
  return (host, { all }, callback) => {
    allowedOf(host, (error, addresses) => {
      if (error) callback(error, '');
      else if (all) callback(null, addresses);
      else callback(null, addresses[0].address, addresses[0].family);
    });
  };
}

function resolveBySystem(host: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });
}
