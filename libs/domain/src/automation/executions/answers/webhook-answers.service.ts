import { EventEmitter, once } from 'node:events';
import { Environment } from '@app/config';
import { executionStatusChanged, webhookAnswered } from '@app/contracts';
import { EventBus, type Unsubscribe } from '@app/events';
import { linkedSignal, RequestAbandoned, withTimeout } from '@app/kernel';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findAnswer, hasEnded } from './webhook-answers.queries';

/** How long the caller of a webhook waits for the answer of the workflow. */
export const ANSWER_MS = 30_000;

export interface WebhookAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Lets callers of webhooks wait for the answer of a workflow in this process. */
@Injectable()
export class WebhookAnswersService implements OnModuleInit, OnModuleDestroy {
  /** Interval at which the answer is looked up, in case an event of the bus is lost. Tests change it. */
  checkMs = 5000;
  /** Tests change it. */
  answerMs = ANSWER_MS;
  private readonly logger = new Logger(WebhookAnswersService.name);
  private readonly events = new EventEmitter().setMaxListeners(0);
  private readonly subscriptions: Unsubscribe[] = [];
  private count = 0;
  private isClosing = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.subscriptions.push(
      this.bus.subscribe(webhookAnswered, ({ executionId }) => void this.events.emit(executionId)),
      this.bus.subscribe(executionStatusChanged, ({ executionId, status }) => {
        if (status !== 'running') this.events.emit(executionId);
      }),
    );
  }

  onModuleDestroy(): void {
    this.isClosing = true;
    for (const unsubscribe of this.subscriptions) unsubscribe();
    for (const id of this.events.eventNames()) this.events.emit(id);
  }

  /** The number of callers that are waiting. */
  get callers(): number {
    return this.count;
  }

  /**
   * Waits for the answer to a delivery.
   * @param signal aborted when the caller disconnects
   * @returns null if there is no answer: the execution ended without one, the time is over, or too many callers are
   *   waiting
   */
  async waitFor(
    executionId: string,
    signal: AbortSignal,
    waitMs = this.answerMs,
  ): Promise<WebhookAnswer | null> {
    if (this.count >= this.environment.LIMIT_WEBHOOK_CALLERS) return null;
    this.count++;
    try {
      return await this.awaitAnswer(executionId, signal, performance.now() + waitMs);
    } finally {
      this.count--;
    }
  }

  private async awaitAnswer(
    executionId: string,
    signal: AbortSignal,
    untilMs: number,
  ): Promise<WebhookAnswer | null> {
    for (;;) {
      const leftMs = Math.min(untilMs - performance.now(), this.checkMs);
      // Start listening before the read, so that an event during the read is not missed.
      const event = this.nextEvent(executionId, signal, leftMs);
      const { ended, answer } = await this.look(executionId);
      if (answer || ended || leftMs <= 0 || signal.aborted || this.isClosing) {
        event.cancel();
        return answer;
      }
      await event.occurred;
    }
  }

  /**
   * Reads the answer. A failed read is treated as "no answer yet", because an error would make the caller repeat
   * a delivery that is already accepted.
   */
  private async look(executionId: string): Promise<{ ended: boolean; answer: WebhookAnswer | null }> {
    const { manager } = this.dataSource;
    try {
      const ended = await hasEnded(manager, executionId);
      // Read the answer after the status: if the execution has ended, its answer is already stored.
      return { ended, answer: await findAnswer(manager, executionId) };
    } catch (error) {
      if (!(error instanceof RequestAbandoned)) {
        this.logger.warn({ err: error, executionId }, 'The answer of a workflow could not be read');
      }
      return { ended: false, answer: null };
    }
  }

  /** Resolves at the next event of the execution, after `ms`, or when the caller disconnects. */
  private nextEvent(
    executionId: string,
    left: AbortSignal,
    ms: number,
  ): { occurred: Promise<void>; cancel(): void } {
    const stop = new AbortController();
    const linked = linkedSignal([left, stop.signal]);
    const event = withTimeout(
      Math.max(0, ms),
      (signal) => once(this.events, executionId, { signal }),
      () => new Error('No event occurred in time.'),
      linked.signal,
    );
    const occurred = event.then(nothing, nothing).finally(() => linked.release());
    return { occurred, cancel: () => stop.abort() };
  }
}

function nothing(): void {
  // An event, the timeout and a disconnect are handled alike: the answer is read again.
}
