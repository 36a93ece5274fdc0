import { occurrencesRecorded } from '@app/contracts';
import { EventBus } from '@app/events';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Occurrence } from './occurrence';
import { insertOccurrences } from './occurrences.queries';

/** Notes what happened and may trigger workflows: durably, so that each is asked about once, whoever is killed when. */
@Injectable()
export class OccurrencesService {
  constructor(
    private readonly clock: Clock,
    private readonly bus: EventBus,
  ) {}

  /** @param manager of the transaction in which it happens: it has happened exactly when that is committed */
  async record(manager: EntityManager, happened: Occurrence | readonly Occurrence[]): Promise<void> {
    const occurrences = [happened].flat();
    if (occurrences.length > 0) await insertOccurrences(manager, occurrences, this.clock.nowMs());
  }

  /**
   * Has what was recorded be looked at now. To be called after the commit; where it is left out, or lost, the workers
   * find it within a second or two.
   */
  announce(): void {
    this.bus.publish(occurrencesRecorded, {});
  }
}
