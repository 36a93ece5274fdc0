import { isIP } from 'node:net';
import type { OnApplicationShutdown } from '@nestjs/common';
import { DomainError, withTimeout } from '@app/kernel';
import { type Agent, request, type Dispatcher } from 'undici';
import { allowedAddresses, destinationOf, guardedAgent, type ResolveName } from './guarded-agent';
import {
  addressRefused,
  answerTooLarge,
  connectionFailed,
  redirectedTooOften,
  timedOut,
} from './http-errors';
import { nextHop } from './next-hop';
import { firstHop, type Hop, type OutboundRequest, targetOf } from './outbound-request';
import { Reachability } from './reachability';
import { plainHeaders, readText } from './read-answer';

export interface OutboundHttpOptions {
  /** Hosts, hosts with ports, addresses and CIDR blocks that can be called although they are not public. */
  allowlist: readonly string[];
  /** Time limit of the whole call: lookup, connections, redirects and the complete response. */
  maxMs: number;
  /** Size limit of the unpacked body. */
  maxBytes: number;
  /** Resolves names. Default: the system's resolver. */
  resolve?: ResolveName;
}

export interface OutboundAnswer {
  status: number;
  /** The headers, with names in lower case. The values of repeated headers are joined by a comma. */
  headers: Record<string, string>;
  /** The body, decoded as UTF-8. */
  body: string;
}

const MOST_REDIRECTS = 5;
/**
 * Maximum number of bytes of a redirect's body that are read so that its connection can be reused. If the body is
 * longer, the connection is closed.
 */
const SKIPPED_BYTES = 16 * 1024;

/**
 * Calls other systems with http or https on behalf of users, who must not reach the internal network. Only public
 * addresses and those that the operator allows can be called, within limits of time and size.
 */
export class OutboundHttp implements OnApplicationShutdown {
  private readonly agent: Agent;
  private readonly reachability: Reachability;

  constructor(private readonly options: OutboundHttpOptions) {
    const { allowlist, maxMs, resolve } = options;
    this.reachability = new Reachability(allowlist);
    this.agent = guardedAgent({ reachability: this.reachability, connectMs: maxMs, resolve });
  }

  /**
   * Refuses a URL that `request` would always refuse. Names are not resolved here, because their addresses are checked
   * when a connection is made.
   * @throws DomainError `request_invalid`, `address_refused`
   */
  assertMayCall(url: string): void {
    const destination = destinationOf(targetOf(url));
    if (isIP(destination.host) && !this.reachability.allows(destination, destination.host)) {
      throw addressRefused();
    }
  }

  /**
   * Performs the checks of `request` without connecting. It resolves the name of the host.
   * @throws the DomainError with which `request` would fail before it connects
   */
  async check(wanted: Omit<OutboundRequest, 'signal'>): Promise<void> {
    const { url } = firstHop(wanted);
    const destination = destinationOf(url);
    this.assertMayCall(url.href);
    if (isIP(destination.host)) return;
    const { maxMs, resolve } = this.options;
    try {
      const lookup = () => allowedAddresses(destination, { reachability: this.reachability, resolve });
      await withTimeout(maxMs, lookup, () => timedOut(maxMs));
    } catch (error) {
      throw error instanceof DomainError ? error : connectionFailed(error);
    }
  }

  /**
   * Sends a request. Resolves regardless of the status of the response.
   * @throws DomainError if no response arrived or the call is not allowed; the reason of the signal if it was aborted
   */
  async request(wanted: OutboundRequest): Promise<OutboundAnswer> {
    const { maxMs } = this.options;
    const settled = new AbortController();
    const follow = async (limit: AbortSignal) => {
      const signal = AbortSignal.any([limit, settled.signal]);
      return this.follow(firstHop(wanted), wanted.followRedirects ?? false, signal);
    };
    try {
      return await withTimeout(maxMs, follow, () => timedOut(maxMs), wanted.signal);
    } catch (error) {
      if (wanted.signal.aborted) throw wanted.signal.reason;
      throw error instanceof DomainError ? error : connectionFailed(error);
    } finally {
      // Discard the rest of a response that is not read to its end.
      settled.abort();
    }
  }

  onApplicationShutdown(): void {
    // Close the connections in the last phase of the shutdown, because unfinished jobs may still wait for a response.
    // Connections that are being opened end by themselves.
    void this.agent.destroy();
  }

  private async follow(first: Hop, followRedirects: boolean, signal: AbortSignal): Promise<OutboundAnswer> {
    let hop = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await this.send(hop, signal);
      const headers = plainHeaders(answer.headers);
      const next = followRedirects ? nextHop(hop, answer.statusCode, headers.location) : null;
      if (!next) return { status: answer.statusCode, headers, body: await this.read(hop, answer, headers) };
      void answer.body.dump({ limit: SKIPPED_BYTES, signal }).catch(() => undefined);
      hop = next;
    }
    throw redirectedTooOften(MOST_REDIRECTS);
  }

  private send({ method, url, headers, body }: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    return request(url, {
      dispatcher: this.agent,
      method,
      headers,
      body,
      signal,
      // The agent has no time limits of its own, because the deadline of the whole call applies.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  private async read(
    hop: Hop,
    { body }: Dispatcher.ResponseData,
    headers: Record<string, string>,
  ): Promise<string> {
    const { maxBytes } = this.options;
    if (hop.method !== 'HEAD' && Number(headers['content-length'] ?? 0) > maxBytes) {
      body.once('error', () => undefined).destroy();
      throw answerTooLarge(maxBytes);
    }
    return readText(body, hop.method === 'HEAD' ? {} : headers, maxBytes);
  }
}

/** Calls only public addresses, on behalf of users who may not choose those that the operator allows. */
export class PublicHttp extends OutboundHttp {}
