import type { Workflow, WorkflowFilter, WorkflowSummary } from '@app/domain';
import type { JsonObject } from '@app/workflow-engine';
import { ApiProperty } from '@nestjs/swagger';
import { IntegerProperty, UuidProperty } from '../../http/id-properties.decorator';
import { InstantProperty } from '../../http/is-instant.decorator';
import { Omittable } from '../../http/omittable.decorator';
import { PageQuery } from '../../http/page.dto';
import { QueryBoolean } from '../../http/query.decorators';
import { WorkflowEdgeDto, WorkflowNodeDto } from './workflow-input.dto';

export class WorkflowQueryDto extends PageQuery implements WorkflowFilter {
  /** Only enabled (true) or only disabled (false) workflows. */
  @Omittable() @QueryBoolean() enabled?: boolean;
}

/** What starts a workflow. */
export class TriggerDto {
  /** Type of the trigger. A draft may have a type that does not exist. */
  type: string;
  /** The stored configuration. A webhook trigger also has `secret`, masked like `webhookSecret`. */
  @ApiProperty({ type: 'object', additionalProperties: true }) config: JsonObject;
}

/** Why a workflow cannot run. */
export class ProblemDto {
  /** Where the problem is, for example `nodes[3].config.url`. */
  path: string;
  /** What is wrong. */
  message: string;
}

/** A workflow without its nodes and edges. */
export class WorkflowSummaryDto {
  /** UUIDv7: sorts by the time of creation. */
  @UuidProperty() id: string;
  /** Display name. */
  name: string;
  /** A text for people. */
  description: string | null;
  /** Whether triggers start the workflow. */
  enabled: boolean;
  /** What starts the workflow. */
  trigger: TriggerDto;
  /** Address of its webhook: `POST /api/webhook/{slug}`. */
  webhookSlug: string;
  /** Id of its webhook for `POST /api/webhook`. */
  webhookId: string;
  /** Secret of its webhook. It is shown only in the answer that created or changed it, else `********`. */
  webhookSecret: string;
  /** Why it cannot run. A workflow with problems is a draft. */
  problems: ProblemDto[];
  /** Number of the definition, from 1. Each change of nodes, edges or trigger adds one. */
  @IntegerProperty({ minimum: 1 }) revision: number;
  /** When it was created. */
  @InstantProperty() createdAt: string;
  /** When it was last changed. */
  @InstantProperty() updatedAt: string;
}

/** A workflow. */
export class WorkflowDto extends WorkflowSummaryDto {
  /** All nodes. */
  nodes: WorkflowNodeDto[];
  /** All edges. */
  edges: WorkflowEdgeDto[];
}

/** The new state of a workflow. */
export class ToggledDto {
  /** Id of the workflow. */
  @UuidProperty() id: string;
  /** Whether triggers start the workflow. */
  enabled: boolean;
}

export function toWorkflowSummaryDto({ createdAt, updatedAt, ...rest }: WorkflowSummary): WorkflowSummaryDto {
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function toWorkflowDto({ nodes, edges, ...summary }: Workflow): WorkflowDto {
  return Object.assign(toWorkflowSummaryDto(summary), { nodes, edges });
}
