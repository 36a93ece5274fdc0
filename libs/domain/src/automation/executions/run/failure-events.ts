import { storableText } from '@app/entities';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Occurrence } from '../../../platform/occurrences/occurrence';
import { OccurrencesService } from '../../../platform/occurrences/occurrences.service';
import { WorkflowsService } from '../../workflows/workflows.service';
import { workflowFailure } from '../record/execution-errors';
import type { ExecutionWrite } from '../record/execution-store';

export type Failures = ReadonlyMap<ExecutionWrite, Occurrence>;

/** Publishes `workflow.failed`. */
@Injectable()
export class FailureEvents {
  constructor(
    private readonly occurrences: OccurrencesService,
    private readonly workflows: WorkflowsService,
  ) {}

  /** Prepares the `workflow.failed` events that these writes publish. */
  async of(writes: readonly ExecutionWrite[]): Promise<Failures> {
    const published = writes.filter((write) => write.next === 'failed' && write.publishesFailure === true);
    const entries = published.map(async (write): Promise<[ExecutionWrite, Occurrence]> => {
      const { id: executionId, workflowId, error } = write;
      const workflowName = await this.workflows.nameOf(workflowId);
      const reason = storableText(error?.message ?? '');
      const payload = workflowFailure({ workflowId, workflowName, executionId, error: reason });
      return [write, { kind: 'event', name: 'workflow.failed', payload, executionId }];
    });
    return new Map(await Promise.all(entries));
  }

  /** Records the events of these writes. Call this in the transaction of the writes. */
  async record(manager: EntityManager, writes: readonly ExecutionWrite[], failures: Failures): Promise<void> {
    const occurrences = writes.map((write) => failures.get(write)).filter((one) => one !== undefined);
    if (occurrences.length > 0) await this.occurrences.record(manager, occurrences);
  }

  /** Wakes the workers after the commit. */
  announce(failures: Failures): void {
    if (failures.size > 0) this.occurrences.announce();
  }
}
