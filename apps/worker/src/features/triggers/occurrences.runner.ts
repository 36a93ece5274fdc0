import { occurrencesRecorded } from '@app/contracts';
import { OccurrenceEvaluationService } from '@app/domain';
import { EventBus } from '@app/events';
import { isDoneWithin } from '@app/kernel';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Nap } from './nap';

/** What was not announced, or whose announcement was lost, waits for this time at most. */
const LOOK_EVERY_MS = 1000;
const END_MS = 9000;

/** Evaluates what happened as soon as it is announced. Every worker does, each what no other is at. */
@Injectable()
export class OccurrencesRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(OccurrencesRunner.name);
  private readonly nap = new Nap();
  private isClosing = false;
  private isAnnounced = false;
  private isFailing = false;
  private unsubscribe: () => void = () => undefined;
  private running = Promise.resolve();

  constructor(
    private readonly evaluation: OccurrenceEvaluationService,
    private readonly bus: EventBus,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = this.bus.subscribe(occurrencesRecorded, () => this.announced());
    this.running = this.run();
  }

  /** An evaluation that is under way still needs the database. */
  async onModuleDestroy(): Promise<void> {
    this.unsubscribe();
    this.isClosing = true;
    this.nap.wake();
    await isDoneWithin(END_MS, this.running);
  }

  private announced(): void {
    this.isAnnounced = true;
    this.nap.wake();
  }

  private async run(): Promise<void> {
    while (!this.isClosing) {
      this.isAnnounced = false;
      const evaluated = await this.turn();
      if (evaluated === 0 && !this.isAnnounced && !this.isClosing) await this.nap.sleep(LOOK_EVERY_MS);
    }
  }

  /** @returns how much was evaluated */
  private async turn(): Promise<number> {
    try {
      const evaluated = await this.evaluation.evaluateNext();
      this.isFailing = false;
      return evaluated;
    } catch (error) {
      if (!this.isFailing)
        this.logger.error({ err: error }, 'What happened could not be evaluated; trying again');
      this.isFailing = true;
      return 0;
    }
  }
}
