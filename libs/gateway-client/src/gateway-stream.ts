import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { readAlarmEvent } from './alarm-answers';
import { gatewayFailed } from './gateway-errors';
import type { GatewayStreamHandlers } from './gateway-shapes';
import { readValueEvent } from './point-answers';
import { withinLimit } from './time-limit';

export interface StreamOptions {
  /** A stream that is silent for this long is taken for dead. */
  idleMs: number;
  /** The wait before the first reconnection; doubles with each one that brings nothing. */
  firstPauseMs: number;
  longestPauseMs: number;
}

export const STREAM_OPTIONS: StreamOptions = { idleMs: 60_000, firstPauseMs: 1000, longestPauseMs: 60_000 };

const LONGEST_EVENT_CHARS = 1024 * 1024;

/** Follows the gateway's event stream through its interruptions. */
export class GatewayStream {
  private readonly logger = new Logger(GatewayStream.name);

  constructor(
    private readonly connect: (signal: AbortSignal) => Promise<Response>,
    private readonly connectLimitMs: number,
    private readonly options: StreamOptions = STREAM_OPTIONS,
  ) {}

  /** Until `stop`. A gateway without a stream is asked again: it may only be starting, or be updated later. */
  async follow(handlers: GatewayStreamHandlers, stop: AbortSignal): Promise<void> {
    const { firstPauseMs, longestPauseMs } = this.options;
    let pauseMs = firstPauseMs;
    while (!stop.aborted) {
      const connection = new AbortController();
      const signal = AbortSignal.any([stop, connection.signal]);
      try {
        const response = await this.open(signal);
        if (response.status !== 404) {
          checkIsStream(response);
          this.guarded(() => handlers.onOpen?.());
          await this.read(response, handlers, connection, () => (pauseMs = firstPauseMs));
        }
      } catch (error) {
        if (stop.aborted) break;
        this.guarded(() => handlers.onClose?.((error as Error).message));
      } finally {
        connection.abort();
      }
      // Rejects only because of `stop`.
      await pause(pauseMs, undefined, { signal: stop }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  private open(signal: AbortSignal): Promise<Response> {
    return withinLimit(this.connectLimitMs, (limit) => this.connect(AbortSignal.any([signal, limit])));
  }

  /** Reads until the stream ends, which is always a fault: it has no end of its own. */
  private async read(
    response: Response,
    handlers: GatewayStreamHandlers,
    connection: AbortController,
    onEvent: () => void,
  ): Promise<never> {
    const parser = createParser({
      maxBufferSize: LONGEST_EVENT_CHARS,
      onEvent: (event) => {
        onEvent();
        this.guarded(() => deliver(event, handlers));
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') connection.abort(gatewayFailed('sent an event without end'));
      },
    });
    const decoder = new TextDecoder();
    const idle = setTimeout(
      () => connection.abort(gatewayFailed(`was silent on its stream for ${this.options.idleMs / 1000} s`)),
      this.options.idleMs,
    );
    try {
      for await (const chunk of response.body ?? []) {
        idle.refresh();
        parser.feed(decoder.decode(chunk, { stream: true }));
        connection.signal.throwIfAborted();
      }
    } catch (error) {
      connection.signal.throwIfAborted();
      throw gatewayFailed(`broke its stream off (${(error as Error).name})`);
    } finally {
      clearTimeout(idle);
    }
    throw gatewayFailed('ended its stream');
  }

  /** One event that is malformed, or that a handler cannot take, does not end the stream. */
  private guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.logger.warn({ err: error }, 'An event of the gateway was not taken.');
    }
  }
}

function checkIsStream({ status, ok, headers }: Response): void {
  if (!ok) throw gatewayFailed(`answered GET /stream with status ${status}`);
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    throw gatewayFailed('answered GET /stream with something that is no event stream');
  }
}

/** Events of other kinds are left out: a gateway may know more than this service. */
function deliver({ event, data }: EventSourceMessage, handlers: GatewayStreamHandlers): void {
  if (event === 'value') handlers.onValue(readValueEvent(JSON.parse(data)));
  if (event === 'alarm') handlers.onAlarm(readAlarmEvent(JSON.parse(data)));
}
