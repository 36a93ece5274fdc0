import { occurrencesRecorded } from '@app/contracts';
import { OccurrenceEvaluationService } from '@app/domain';
import { EventBus } from '@app/events';
import { WakeUp } from '@app/kernel';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatedTurns } from '../../repeated-turns';

/** An occurrence whose announcement was lost is evaluated within this time. */
const LOOK_EVERY_MS = 1000;

/** Evaluates occurrences as soon as they are announced. */
@Injectable()
export class OccurrencesRunner implements OnApplicationBootstrap {
  constructor(
    private readonly turns: RepeatedTurns,
    private readonly evaluation: OccurrenceEvaluationService,
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
    return evaluated > 0 ? 0 : LOOK_EVERY_MS;
  }
}
