import { inTransaction, type Language } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExecutionIntakeService } from '../automation/executions/intake/execution-intake.service';
import type { Workflow } from '../automation/workflows/workflow';
import { WorkflowEditingService } from '../automation/workflows/workflow-editing.service';
import { DEMO_LANGUAGES } from './demo-names';
import { demoWorkflows } from './demo-workflows';
import { DEMO_ACTOR } from './demo-actor';
import { findRecordsMadeBy } from './demo.queries';

/** Creates example workflows for newcomers, and one execution. */
@Injectable()
export class DemoWorkflowsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly editing: WorkflowEditingService,
    private readonly intake: ExecutionIntakeService,
  ) {}

  /**
   * Creates the example workflows that were never created in this installation, in any language. The audit log records
   * each creation, so a deleted example is not created again.
   */
  async seed(language: Language): Promise<void> {
    const records = await findRecordsMadeBy(this.dataSource.manager, DEMO_ACTOR.name, 'workflow.created');
    const known = new Set(records.map(nameIn));
    const all = DEMO_LANGUAGES.map(demoWorkflows);
    for (const [index, { firstInput, ...input }] of demoWorkflows(language).entries()) {
      if (all.some((workflows) => known.has(workflows[index]?.name))) continue;
      const workflow = await this.editing.create(DEMO_ACTOR, input);
      if (firstInput) await this.runOnce(workflow, firstInput);
    }
  }

  /** Starts the execution as the platform, so that it is accepted even if the queue is unreachable at the start. */
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
