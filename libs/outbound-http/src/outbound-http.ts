import type { OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '@app/kernel';
import { type Agent, request, type Dispatcher } from 'undici';
import { guardedAgent, type ResolveName } from './guarded-agent';
import { answerTooLarge, connectionFailed, redirectedTooOften, timedOut } from './http-errors';
import { nextHop } from './next-hop';
import { firstHop, type Hop, type OutboundRequest } from './outbound-request';
import { Reachability } from './reachability';
import { plainHeaders, readText } from './read-answer';

export interface OutboundHttpOptions {
  /** Non-public hosts, hosts with ports, addresses and CIDR blocks that may be called. */
  allowlist: readonly string[];
  /** Time limit of the whole call: lookup, connections, redirects and the complete answer. */
  maxMs: number;
  /** Size limit of the unpacked body. */
  maxBytes: number;
  /** Resolves names. Default: the system's resolver. */
  resolve?: ResolveName;
}

export interface OutboundAnswer {
  status: number;
  /** Names in lower case. Repeated headers are joined by a comma. */
  headers: Record<string, string>;
  /** Text in UTF-8. */
  body: string;
}

const MOST_REDIRECTS = 5;
/**
 * Bytes of a redirect's body that are read so that its connection can be reused. A longer body closes the connection.
 */
const SKIPPED_BYTES = 16 * 1024;

/**
 * Calls other systems on behalf of users, who must not reach the internal network: http and https, to public addresses
 * and those that the operator allows, within limits of time and size.
 */
export class OutboundHttp implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(private readonly options: OutboundHttpOptions) {
    const { allowlist, maxMs, resolve } = options;
    this.agent = guardedAgent({ reachability: new Reachability(allowlist), connectMs: maxMs, resolve });
  }

  /**
   * Any status is an answer.
   * @throws DomainError if no answer came or the call is not allowed; the signal's reason if it was aborted
   */
  async request(wanted: OutboundRequest): Promise<OutboundAnswer> {
    const { maxMs } = this.options;
    wanted.signal.throwIfAborted();
    const ended = new AbortController();
    const end = () => ended.abort(wanted.signal.reason);
    const deadline = setTimeout(() => ended.abort(timedOut(maxMs)), maxMs);
    wanted.signal.addEventListener('abort', end, { once: true });
    try {
      return await this.follow(firstHop(wanted), wanted.followRedirects ?? false, ended.signal);
    } catch (error) {
      if (ended.signal.aborted) throw ended.signal.reason;
      throw error instanceof DomainError ? error : connectionFailed(error);
    } finally {
      clearTimeout(deadline);
      wanted.signal.removeEventListener('abort', end);
      // Discards the rest of answers that nobody reads.
      ended.abort();
    }
  }

  onApplicationShutdown(): void {
    // In the last phase of the shutdown, because jobs that are finishing may wait for an answer until then. Closes open
    // connections; those still connecting end by themselves.
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
      // The deadline of the whole call is the only time limit.
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
