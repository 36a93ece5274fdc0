import { occurrencesRecorded } from '@app/contracts';
import { EventBus } from '@app/events';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Occurrence } from './occurrence';
import { insertOccurrences } from './occurrences.queries';

/**
 * Records occurrences that may trigger workflows. The record is durable, so each occurrence is evaluated once even if
 * processes are killed.
 */
@Injectable()
export class OccurrencesService {
  constructor(
    private readonly clock: Clock,
    private readonly bus: EventBus,
  ) {}

  /**
   * Records occurrences.
   * @param manager the transaction that causes the occurrences. They are recorded only if it commits
   */
  async record(manager: EntityManager, happened: Occurrence | readonly Occurrence[]): Promise<void> {
    const occurrences = [happened].flat();
    if (occurrences.length > 0) await insertOccurrences(manager, occurrences, this.clock.nowMs());
  }

  /**
   * Wakes the workers. Call this after the commit. Without this call, or if it is lost, the workers find the
   * occurrences within two seconds.
   */
  announce(): void {
    this.bus.publish(occurrencesRecorded, {});
  }
}
