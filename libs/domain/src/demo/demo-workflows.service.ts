import { inTransaction } from '@app/entities';
import { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExecutionIntake } from '../executions/execution-intake.service';
import type { Workflow } from '../workflows/workflow';
import { WorkflowEditingService } from '../workflows/workflow-editing.service';
import { demoWorkflows } from './demo-workflows';
import { findWorkflowsMadeBy } from './demo.queries';

const ACTOR = Actor.system('demonstration');

/** Gives a newcomer workflows to look at, and one execution. */
@Injectable()
export class DemoWorkflowsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly editing: WorkflowEditingService,
    private readonly intake: ExecutionIntake,
  ) {}

  /** Makes those that were never made here. The audit log knows: what somebody has removed does not come back. */
  async seed(): Promise<void> {
    const records = await findWorkflowsMadeBy(this.dataSource.manager, ACTOR.name);
    const known = new Set(records.map(nameIn));
    for (const { firstInput, ...input } of demoWorkflows) {
      if (known.has(input.name)) continue;
      const workflow = await this.editing.create(ACTOR, input);
      if (firstInput) await this.runOnce(workflow, firstInput);
    }
  }

  /** Accepted as the service's own work: a queue that cannot be reached at the start does not hinder it. */
  private async runOnce({ id, revision }: Workflow, triggerData: object): Promise<void> {
    const request = { workflowId: id, revision, trigger: 'manual' as const, triggerData };
    const accepted = await inTransaction(this.dataSource, (manager) =>
      this.intake.acceptMany([request], manager),
    );
    this.intake.announce(accepted);
  }
}

function nameIn(record: string | null): string | undefined {
  return record === null ? undefined : (JSON.parse(record) as { name?: string }).name;
}
