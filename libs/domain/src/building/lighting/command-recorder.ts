import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { isCausedByLighting, lightingChange } from './lighting-change';
import type { LightingRun, LightOutcome } from './lighting-run';
import { readCause } from './lighting.queries';
import type { LabelState } from './reported-state';

/** Records lighting commands in the audit log, and the changes of lights as events that start workflows. */
@Injectable()
export class CommandRecorder {
  constructor(
    private readonly audit: AuditService,
    private readonly occurrences: OccurrencesService,
  ) {}

  /**
   * Records the command in the transaction that stores its results. If it has changed a light, the event
   * `lighting.changed` is recorded too, unless that event started the execution that sent the command.
   */
  async record(
    manager: EntityManager,
    run: LightingRun,
    outcomes: readonly LightOutcome[],
    after: LabelState,
  ): Promise<void> {
    const { actor, label, command, execution } = run;
    const results = outcomes.map(({ result }) => result);
    const record = { action: 'lighting.commanded', target: `label ${label.id}`, after: { command, results } };
    await this.audit.record(actor, record, manager);
    const change = lightingChange(run, outcomes, after);
    if (change === null) return;
    if (execution && isCausedByLighting(await readCause(manager, execution.id))) return;
    const event = { kind: 'event', name: change.event, payload: change, executionId: execution?.id } as const;
    await this.occurrences.record(manager, event);
  }

  /** Wakes the workers, so that they handle recorded events at once. Call this after the commit. */
  announce(): void {
    this.occurrences.announce();
  }
}
