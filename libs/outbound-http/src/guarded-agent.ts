import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, buildConnector, Pool } from 'undici';
import { addressRefused } from './http-errors';
import { type Destination, hostOf, type Reachability } from './reachability';

/** Resolves a name to addresses. */
export type ResolveName = (host: string) => Promise<LookupAddress[]>;

/** Maximum number of connections to one origin. Further requests wait. */
const CONNECTIONS_PER_ORIGIN = 32;
/** How long to wait for a connection to one address before the next address is tried in parallel. */
const NEXT_ADDRESS_MS = 1000;

export interface GuardedAgentOptions {
  reachability: Reachability;
  connectMs: number;
  resolve?: ResolveName;
}

/**
 * Creates an agent that connects only to checked addresses. A name is resolved once per connection, and only checked
 * addresses are used. So a name server cannot bypass the check by changing its answer. Connections are kept per origin,
 * so they are reused only for the host and port for which they were checked.
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
  { reachability, connectMs, resolve }: GuardedAgentOptions,
): buildConnector.connector {
  const isAllowed = (address: string) => reachability.allows(destination, address);
  const connect = buildConnector({
    timeout: connectMs,
    lookup: checkedLookup(destination, { reachability, resolve }),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  });
  return (target, callback) => {
    // An IP address needs no lookup, so it is checked here.
    if (isIP(destination.host) && !isAllowed(destination.host)) return callback(addressRefused(), null);
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(addressRefused(), null);
    });
  };
}

type Resolution = Pick<GuardedAgentOptions, 'reachability' | 'resolve'>;

/**
 * Resolves a name to its allowed addresses, in the order of the name server.
 * @throws DomainError `address_refused` if none is allowed; the error of the resolver
 */
export async function allowedAddresses(
  destination: Destination,
  { reachability, resolve = resolveBySystem }: Resolution,
  host = destination.host,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const found = await resolve(host);
  const [first, ...others] = found.filter(({ address }) => reachability.allows(destination, address));
  if (!first) throw addressRefused();
  return [first, ...others];
}

function checkedLookup(destination: Destination, resolution: Resolution): LookupFunction {
  const allowedOf = callbackify((host: string) => allowedAddresses(destination, resolution, host));
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
