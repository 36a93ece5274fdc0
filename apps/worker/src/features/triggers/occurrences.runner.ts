import { occurrencesRecorded } from '@app/contracts';
import { OccurrenceEvaluationService, SkippedStartsService } from '@app/domain';
import { EventBus } from '@app/events';
import { WakeUp } from '@app/kernel';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatedTurns } from '../../repeated-turns';

/** An occurrence whose announcement was lost, and a skipped trigger, are evaluated within this time. */
const LOOK_EVERY_MS = 1000;

/** Evaluates occurrences as soon as they are announced, and skipped triggers as soon as their workflow may start. */
@Injectable()
export class OccurrencesRunner implements OnApplicationBootstrap {
  constructor(
    private readonly turns: RepeatedTurns,
    private readonly evaluation: OccurrenceEvaluationService,
    private readonly skipped: SkippedStartsService,
    private readonly bus: EventBus,
  ) {}

  onApplicationBootstrap(): void {
    const wakeUp = new WakeUp();
    this.bus.subscribe(occurrencesRecorded, () => wakeUp.call());
    this.turns.start({
      turn: () => this.turn(),
      wakeUp,
      failure: 'Occurrences could not be evaluated',
    });
  }

  /** @returns how long to wait if no announcement arrives */
  private async turn(): Promise<number> {
    const evaluated = await this.evaluation.evaluateNext();
    const again = await this.skipped.evaluateNext();
    return evaluated + again > 0 ? 0 : LOOK_EVERY_MS;
  }
}

export const triggersProviders = [OccurrencesRunner];
