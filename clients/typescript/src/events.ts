import { createParser } from 'eventsource-parser';
import type { Client } from 'openapi-fetch';
import { ApiError, unwrap } from './api-error.js';
import type { components, paths } from './schema.js';
import { pause, untilAborted } from './waiting.js';

type StreamEvent = components['schemas']['StreamEvent'];

/** An event of the stream. After a check of `type`, the compiler knows the other fields. */
export type PlantEvent = Exclude<StreamEvent, { type: 'heartbeat' }>;
/** A type of events (`energy_update`), or a kind of types (`alert`). */
export type EventName = PlantEvent['type'] | PlantEvent['kind'];
export type EventNamed<Name extends EventName> = Extract<PlantEvent, { type: Name } | { kind: Name }>;

/** A change of the connection of a stream. */
export type StreamState =
  /** Events arrive from now on. Read the state to which they apply: earlier events are not sent again. */
  | { status: 'connected'; isReconnected: boolean }
  /** The connection was lost or could not be opened. */
  | { status: 'lost'; error: Error; retryInMs: number };

export interface EventOptions<Name extends EventName> {
  /** The wanted types and kinds of events. Default: all events that the role of the caller may see. */
  types?: readonly Name[];
  /** Ends the stream. */
  signal?: AbortSignal;
  /**
   * Called at each change of the connection. The next event is delivered after the returned promise has resolved, so a
   * screen can read its state when the status is `connected`. If the promise rejects then, the stream connects again. If
   * it rejects when the status is `lost`, the stream ends with this error.
   */
  onState?: (state: StreamState) => void | Promise<void>;
}

/** A connection without a heartbeat for this time is treated as broken. */
const SILENCE_MS = 90_000;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
const TIMEOUT_OR_TOO_MANY = new Set([408, 429]);

/** Opens and reopens the event stream. */
export class EventStream {
  /**
   * @param api calls the API with the token of the caller
   * @param open calls the API without a token, because the stream has tokens of its own
   */
  constructor(
    private readonly api: Client<paths>,
    private readonly open: Client<paths>,
  ) {}

  /**
   * Yields events until the signal is aborted or the caller leaves the loop.
   * @throws ApiError if the API refuses the caller, for example because the session has ended
   */
  async *follow<Name extends EventName = EventName>({
    types,
    signal,
    onState = () => {},
  }: EventOptions<Name>): AsyncGenerator<EventNamed<Name>, void, undefined> {
    if (signal?.aborted) return;
    let failures = 0;
    let isReconnected = false;
    for (;;) {
      const connection = new Connection(signal);
      let lost: Error;
      try {
        let isConnected = false;
        for await (const event of this.eventsOf(connection, types)) {
          if (event.type !== 'heartbeat') {
            yield event as EventNamed<Name>;
          } else if (!isConnected) {
            await untilAborted(Promise.resolve(onState({ status: 'connected', isReconnected })), signal);
            isConnected = true;
            isReconnected = true;
            failures = 0;
          }
        }
        lost = new Error('The server has closed the event stream.');
      } catch (error) {
        if (signal?.aborted) return;
        if (isRefusal(error)) throw error;
        lost = error instanceof Error ? error : new Error(String(error));
      } finally {
        connection.close();
      }
      const retryInMs = reconnectDelayMs(failures++, lost);
      try {
        await untilAborted(Promise.resolve(onState({ status: 'lost', error: lost, retryInMs })), signal);
        await pause(retryInMs, signal);
      } catch (error) {
        if (signal?.aborted) return;
        throw error;
      }
    }
  }

  private async *eventsOf(
    connection: Connection,
    types: readonly string[] | undefined,
  ): AsyncGenerator<StreamEvent, void, undefined> {
    const { signal } = connection;
    // A token opens streams for 30 seconds, so each connection needs a new one.
    const { token } = await connection.limited(unwrap(this.api.POST('/api/events/token', { signal })));
    const query = { token, types: types?.join(',') };
    const opening = this.open.GET('/api/events', { params: { query }, parseAs: 'stream', signal });
    const { data, error, response } = await connection.limited(opening);
    if (!data) throw streamError(response, error);
    const reader = (data as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    const messages: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => messages.push(data) });
    try {
      for (;;) {
        const { done, value } = await connection.limited(reader.read());
        if (done) return;
        parser.feed(decoder.decode(value, { stream: true }));
        for (const message of messages.splice(0)) yield JSON.parse(message) as StreamEvent;
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  }
}

/** Ends a connection that is silent, or whose caller has aborted it. */
class Connection {
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private readonly abort = () => this.controller.abort(this.caller?.reason);

  constructor(private readonly caller: AbortSignal | undefined) {
    if (caller?.aborted) this.abort();
    else caller?.addEventListener('abort', this.abort);
  }

  /**
   * Returns the result of an operation. Ends the connection if the operation takes too long. An abort ends the
   * operation even if `fetch` does not notice the abort. In Node 20, this happens after the request has been
   * garbage-collected.
   */
  async limited<T>(step: Promise<T>): Promise<T> {
    const silent = new Error(`The event stream was silent for ${SILENCE_MS / 1000} seconds.`);
    const timer = setTimeout(() => this.controller.abort(silent), SILENCE_MS);
    try {
      return await untilAborted(step, this.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.caller?.removeEventListener('abort', this.abort);
    this.controller.abort();
  }
}

/**
 * Returns the error of a stream that could not be opened. An `ApiError` with the status 401 would end the stream for
 * good. A 401 of this call must not end the stream, because the stream token may only have expired.
 */
function streamError(response: Response, body: unknown): Error {
  const refusal = new ApiError(response, body);
  return response.status === 401 ? new Error(refusal.message, { cause: refusal }) : refusal;
}

/** Returns true if another attempt would be refused as well. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && !TIMEOUT_OR_TOO_MANY.has(error.status);
}

/**
 * 1, 2, 4, … 30 seconds, shortened by a random share of up to one half, so that many clients do not reconnect at once.
 */
function reconnectDelayMs(failures: number, error: Error): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
  const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  return Math.max(longest * (1 - Math.random() / 2), retryAfter * 1000);
}
