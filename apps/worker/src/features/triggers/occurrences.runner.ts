import { occurrencesRecorded } from '@app/contracts';
import { OccurrenceEvaluationService } from '@app/domain';
import { EventBus } from '@app/events';
import { isDoneWithin, repeatUntilAborted, WakeUp } from '@app/kernel';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** An occurrence whose announcement was lost is evaluated within this time. */
const LOOK_EVERY_MS = 1000;
const END_MS = 9000;

/** Evaluates occurrences as soon as they are announced. Every worker does this; row locks prevent double evaluation. */
@Injectable()
export class OccurrencesRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(OccurrencesRunner.name);
  private readonly closing = new AbortController();
  private readonly wakeUp = new WakeUp();
  private isFailing = false;
  private unsubscribe: () => void = () => undefined;
  private running = Promise.resolve();

  constructor(
    private readonly evaluation: OccurrenceEvaluationService,
    private readonly bus: EventBus,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = this.bus.subscribe(occurrencesRecorded, () => this.wakeUp.call());
    this.running = repeatUntilAborted(this.closing.signal, () => this.turn(), this.wakeUp);
  }

  /** Waits until an active evaluation has ended, because the database is closed afterwards. */
  async onModuleDestroy(): Promise<void> {
    this.unsubscribe();
    this.closing.abort();
    await isDoneWithin(END_MS, this.running);
  }

  /** @returns how long to wait if no announcement arrives */
  private async turn(): Promise<number> {
    try {
      const evaluated = await this.evaluation.evaluateNext();
      this.isFailing = false;
      return evaluated > 0 ? 0 : LOOK_EVERY_MS;
    } catch (error) {
      if (!this.isFailing)
        this.logger.error({ err: error }, 'Occurrences could not be evaluated; trying again');
      this.isFailing = true;
      return LOOK_EVERY_MS;
    }
  }
}
