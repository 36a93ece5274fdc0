import { linkedSignal, repeatUntilAborted } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { readAlarmEvent } from './alarm-answers';
import { gatewayFailed } from './gateway-errors';
import type { GatewayStreamHandlers } from './gateway-shapes';
import { readValueEvent } from './point-answers';
import { withinLimit } from './time-limit';

export interface StreamOptions {
  /** If a stream is silent for this long, it counts as dead. */
  idleMs: number;
  /** Pause before the first attempt to reconnect. It doubles after each failed attempt. */
  firstPauseMs: number;
  longestPauseMs: number;
}

export const STREAM_OPTIONS: StreamOptions = { idleMs: 60_000, firstPauseMs: 1000, longestPauseMs: 60_000 };

/** An event is parsed at once. A usual event has less than a kilobyte. */
const LONGEST_EVENT_CHARS = 64 * 1024;

/** Follows the gateway's event stream, and reconnects after interruptions. */
export class GatewayStream {
  private readonly logger = new Logger(GatewayStream.name);

  constructor(
    private readonly connect: (signal: AbortSignal) => Promise<Response>,
    private readonly connectLimitMs: number,
    private readonly options: StreamOptions = STREAM_OPTIONS,
  ) {}

  /**
   * Runs until `stop` is aborted. Retries even if the gateway has no stream, because the gateway may still be starting
   * or may be updated later.
   */
  async follow(handlers: GatewayStreamHandlers, stop: AbortSignal): Promise<void> {
    const { firstPauseMs, longestPauseMs } = this.options;
    let nextPauseMs = firstPauseMs;
    await repeatUntilAborted(stop, async () => {
      await this.followOnce(handlers, stop, () => (nextPauseMs = firstPauseMs));
      const pauseMs = nextPauseMs;
      nextPauseMs = Math.min(pauseMs * 2, longestPauseMs);
      return pauseMs;
    });
  }

  /** Connects once, and reads until the connection ends. */
  private async followOnce(
    handlers: GatewayStreamHandlers,
    stop: AbortSignal,
    onEvent: () => void,
  ): Promise<void> {
    const connection = new AbortController();
    const linked = linkedSignal([stop, connection.signal]);
    try {
      const response = await this.open(linked.signal);
      if (response.status === 404) return;
      checkIsStream(response);
      this.guarded(() => handlers.onOpen?.());
      await this.read(response, handlers, connection, onEvent);
    } catch (error) {
      if (!stop.aborted) this.guarded(() => handlers.onClose?.((error as Error).message));
    } finally {
      connection.abort();
      linked.release();
    }
  }

  private open(signal: AbortSignal): Promise<Response> {
    return withinLimit(this.connectLimitMs, (limit) => this.connect(AbortSignal.any([signal, limit])));
  }

  /**
   * Reads until the stream ends, and then throws. The end of the stream is always a failure, because the stream is
   * endless.
   */
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
        if (type === 'max-buffer-size-exceeded')
          connection.abort(gatewayFailed('sent an event that is too large'));
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
      throw gatewayFailed(`broke off its stream (${(error as Error).name})`);
    } finally {
      clearTimeout(idle);
    }
    throw gatewayFailed('ended its stream');
  }

  /**
   * Runs the handler of an event. If the event is malformed or the handler throws, this is logged and the stream
   * continues.
   */
  private guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.logger.warn({ err: error }, 'An event of the gateway could not be processed.');
    }
  }
}

function checkIsStream({ status, ok, headers }: Response): void {
  if (!ok) throw gatewayFailed(`answered GET /stream with status ${status}`);
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    throw gatewayFailed('answered GET /stream with a body that is not an event stream');
  }
}

/**
 * Passes an event to its handler. Events of unknown kinds are ignored, because a gateway may send more kinds than this
 * service knows.
 */
function deliver({ event, data }: EventSourceMessage, handlers: GatewayStreamHandlers): void {
  if (event === 'value') handlers.onValue(readValueEvent(JSON.parse(data)));
  if (event === 'alarm') handlers.onAlarm(readAlarmEvent(JSON.parse(data)));
}
