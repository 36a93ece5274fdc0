import type { ListedWorkflow, WorkflowListQuery } from '@app/domain';
import { WORKFLOW_MODES, type WorkflowMode } from '@app/entities';
import type { JsonObject } from '@app/workflow-engine';
import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { MessageDto } from '../../http/errors/error.dto';
import { IntegerProperty, UuidProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryBoolean } from '../../http/fields/query.decorators';
import { ExecutionDto } from './execution.dto';
import { StickyNoteDto, WorkflowEdgeInputDto, WorkflowNodeDto } from './workflow-input.dto';

export class WorkflowQueryDto extends PageQuery implements WorkflowListQuery {
  /** Only enabled (true) or only disabled (false) workflows. */
  @Omittable() @QueryBoolean() enabled?: boolean;
  /** Only workflows with this text at the beginning of the name, or of a word in the name. Case is ignored. */
  @Omittable() @IsString() @MaxLength(254) search?: string;
  /** True to include the last execution of each workflow. */
  @Omittable() @QueryBoolean() lastExecution?: boolean;
}

/** The trigger of a workflow. */
export class TriggerDto {
  /** Type of the trigger. A draft may have a type that does not exist. */
  type: string;
  /** The stored configuration. A webhook trigger also has `secret`, masked like `webhookSecret`. */
  @ApiProperty({ type: 'object', additionalProperties: true }) config: JsonObject;
}

/** Why a workflow cannot run. */
export class ProblemDto extends MessageDto {
  /** The path of the problem, for example `nodes[3].config.url`. */
  path: string;
}

/** How often a trigger started nothing because of the workflow's mode. */
export class SkippedTriggersDto {
  /** How often this has happened since the workflow was created. */
  @IntegerProperty() count: number;
  /** When a trigger last started nothing for this reason; null if that has never happened. */
  @InstantProperty() lastAt: Date | null;
}

/** The execution of a workflow that was accepted last. */
export class LastExecutionDto extends PickType(ExecutionDto, [
  'id',
  'status',
  'startedAt',
  'finishedAt',
  'dryRun',
]) {}

/** A workflow without its nodes, edges and notes. */
export class WorkflowSummaryDto implements ListedWorkflow {
  /** A UUIDv7. Ids sort by the creation time of the workflow. */
  @UuidProperty() id: string;
  /** Display name. */
  name: string;
  /** Description for people. */
  description: string | null;
  /** Whether triggers start the workflow. */
  enabled: boolean;
  /** Effect of a trigger if an earlier execution of the workflow has not ended. */
  @OneOf(WORKFLOW_MODES) mode: WorkflowMode;
  /**
   * How often a trigger started nothing because of the mode. It is evaluated again when the workflow accepts an
   * execution. Webhooks and manual starts are not counted, because their callers get an error.
   */
  skipped: SkippedTriggersDto;
  /** The trigger of the workflow. */
  trigger: TriggerDto;
  /** The slug of the workflow's webhook: `POST /api/webhook/{slug}`. */
  webhookSlug: string;
  /** Id of the workflow's webhook for `POST /api/webhook`. */
  webhookId: string;
  /**
   * Secret of the webhook. It is shown only in the answer to the request that creates or changes it. All other answers
   * contain `********`.
   */
  webhookSecret: string;
  /** The reasons why the workflow cannot run. A workflow with problems is a draft. */
  problems: ProblemDto[];
  /** Number of the current state, from 1. Each change of any field adds one. */
  @IntegerProperty({ minimum: 1 }) revision: number;
  /** When the workflow was created. */
  @InstantProperty() createdAt: Date;
  /** When the workflow was last changed. */
  @InstantProperty() updatedAt: Date;
  /**
   * The execution that was accepted last; null if the workflow has none. Absent without the query parameter
   * `lastExecution=true`.
   */
  lastExecution?: LastExecutionDto | null;
}

/** A connection from one node to the next. */
export class WorkflowEdgeDto extends PickType(WorkflowEdgeInputDto, ['source', 'target']) {
  /** Id of the edge. */
  id: string;
  /** Branch of the source node, if it has several branches. */
  @Omittable() label?: string;
}

/** A revision of a workflow. */
export class WorkflowRevisionDto {
  /** Id of the workflow. */
  @UuidProperty() workflowId: string;
  /** Number of the revision, from 1. */
  @IntegerProperty({ minimum: 1 }) revision: number;
  /** The trigger of the workflow. The secret of a webhook is masked. */
  trigger: TriggerDto;
  /** All nodes. */
  nodes: WorkflowNodeDto[];
  /** All edges. */
  edges: WorkflowEdgeDto[];
  /** All notes; absent if there are none. */
  notes?: StickyNoteDto[];
  /** When the revision was created. */
  @InstantProperty() createdAt: Date;
}

/** A workflow. */
export class WorkflowDto extends OmitType(WorkflowSummaryDto, ['lastExecution']) {
  /** All nodes. */
  nodes: WorkflowNodeDto[];
  /** All edges. */
  edges: WorkflowEdgeDto[];
  /** All notes; absent if there are none. */
  notes?: StickyNoteDto[];
  /**
   * Reasons why the workflow may not do what its author expects: unknown points or variables, ids of records that do not exist, mail
   * without a mail server. A workflow with warnings still runs. Warnings are not stored; they are determined for each
   * answer.
   */
  warnings: ProblemDto[];
}

/** The result of a check. */
export class WorkflowCheckResultDto extends PickType(WorkflowDto, ['problems', 'warnings']) {}

/** The new state of a workflow. */
export class ToggledDto {
  /** Id of the workflow. */
  @UuidProperty() id: string;
  /** Whether triggers start the workflow. */
  enabled: boolean;
}
