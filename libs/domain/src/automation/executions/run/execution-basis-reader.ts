import type { CompiledGraph, ExpressionSite } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { ExpressionSites } from '../../expression-sites/expression-sites';
import { WorkflowsService } from '../../workflows/workflows.service';

/**
 * The definition and the site (time zone and calendars) that a worker uses to run an execution. The worker reads both
 * once and uses them until the execution waits or ends.
 */
export interface ExecutionBasis {
  graph: CompiledGraph;
  site: ExpressionSite;
}

@Injectable()
export class ExecutionBasisReader {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly sites: ExpressionSites,
  ) {}

  /** @throws DomainError not_found if the workflow or the revision was deleted */
  async read({ workflowId, revision }: { workflowId: string; revision: number }): Promise<ExecutionBasis> {
    const { graph } = await this.workflows.readForExecution(workflowId, revision);
    return { graph, site: await this.sites.read(graph.usesCalendars) };
  }
}
