import { occurrencesRecorded } from '@app/contracts';
import { EventBus } from '@app/events';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Occurrence } from './occurrence';
import { insertOccurrences, readChainDepths } from './occurrences.queries';

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
    if (occurrences.length === 0) return;
    const causes = occurrences.map(causeOf);
    const depths = await readChainDepths(manager, [...new Set(causes.filter((id) => id !== undefined))]);
    const chained = occurrences.map((occurrence, index) => {
      const executionId = causes[index];
      const chainDepth = executionId === undefined ? 0 : (depths.get(executionId) ?? 0) + 1;
      return { ...occurrence, chainDepth };
    });
    await insertOccurrences(manager, chained, this.clock.nowMs());
  }

  /**
   * Wakes the workers. Call this after the commit. If nobody calls this, or the wake is lost, the workers find the
   * occurrences within about a second.
   */
  announce(): void {
    this.bus.publish(occurrencesRecorded, {});
  }
}

function causeOf(occurrence: Occurrence): string | undefined {
  return occurrence.kind === 'event' ? occurrence.executionId : undefined;
}
