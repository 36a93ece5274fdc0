import { TRIGGER_TYPES, type Workflow, type WorkflowFilter, type WorkflowSummary } from '@app/domain';
import type { TriggerType } from '@app/entities';
import type { JsonObject } from '@app/workflow-engine';
import { ApiProperty } from '@nestjs/swagger';
import { Omittable } from '../../http/omittable.decorator';
import { PageQuery } from '../../http/page.dto';
import { QueryBoolean } from '../../http/query.decorators';
import { WorkflowEdgeDto, WorkflowNodeDto } from './workflow-input.dto';

export class WorkflowQueryDto extends PageQuery implements WorkflowFilter {
  /** Only those that are, or are not. */
  @Omittable() @QueryBoolean() enabled?: boolean;
}

export class TriggerDto {
  @ApiProperty({ enum: TRIGGER_TYPES }) type: TriggerType;
  /** What was set, and for a webhook the `secret`, which reads as `webhookSecret` does. */
  @ApiProperty({ type: 'object', additionalProperties: true }) config: JsonObject;
}

export class ProblemDto {
  /** Where it is, such as `nodes[3].config.url`. */
  path: string;
  message: string;
}

export class WorkflowSummaryDto {
  id: string;
  name: string;
  description: string | null;
  enabled: boolean;
  trigger: TriggerDto;
  /** Addresses the webhook: `POST /webhook/:slug`. */
  webhookSlug: string;
  /** Names the workflow in the body, or the header `X-Webhook-Id`, of `POST /webhook`. */
  webhookId: string;
  /** `********`, but in the answer to the request that made or changed it. */
  webhookSecret: string;
  /** What keeps it from being run; where there is anything it is a draft. */
  problems: ProblemDto[];
  /** Counts the changes of nodes, edges and trigger, from 1. */
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export class WorkflowDto extends WorkflowSummaryDto {
  nodes: WorkflowNodeDto[];
  edges: WorkflowEdgeDto[];
}

export class ToggledDto {
  id: string;
  enabled: boolean;
}

export function toWorkflowSummaryDto({ createdAt, updatedAt, ...rest }: WorkflowSummary): WorkflowSummaryDto {
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function toWorkflowDto({ nodes, edges, ...summary }: Workflow): WorkflowDto {
  return Object.assign(toWorkflowSummaryDto(summary), { nodes, edges });
}
