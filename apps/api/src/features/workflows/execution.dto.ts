import {
  type ExecutionDetail,
  type ExecutionFilter,
  type ExecutionSummary,
  type ManualInput,
  type NodeResult,
  TRIGGER_TYPES,
} from '@app/domain';
import type { ExecutionStatus, TriggerType } from '@app/entities';
import type { JsonObject } from '@app/workflow-engine';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsUUID } from 'class-validator';
import { AnyJson } from '../../http/any-json.decorator';
import { IsJsonObject } from '../../http/json-object.decorator';
import { Nullable, Omittable } from '../../http/omittable.decorator';
import { PageQuery } from '../../http/page.dto';

const STATUSES: ExecutionStatus[] = ['running', 'success', 'failed'];
const RESULT_STATUSES: NodeResult['status'][] = ['success', 'failed', 'skipped'];
const MOST_REMOVED = 1000;

export class ManualTriggerDto {
  /** The `triggerData` of the execution; empty where it is left out. */
  @Omittable() @Nullable() @IsJsonObject() input?: JsonObject | null;
  /** Runs the workflow without what acts on the world: such nodes give what they would have done. */
  @Omittable() @IsBoolean() dryRun?: boolean;
}

export class ExecutionStartedDto {
  executionId: string;
}

export class ExecutionQueryDto extends PageQuery implements ExecutionFilter {
  @Omittable() @IsIn(STATUSES) @ApiProperty({ enum: STATUSES, required: false }) status?: ExecutionStatus;
  @Omittable()
  @IsIn(TRIGGER_TYPES)
  @ApiProperty({ enum: TRIGGER_TYPES, required: false })
  trigger?: TriggerType;
}

export class ExecutionIdsDto {
  @IsArray() @ArrayMaxSize(MOST_REMOVED) @IsUUID('all', { each: true }) ids: string[];
}

export class ExecutionsRemovedDto {
  /** Those that were there and had ended. */
  deletedCount: number;
}

export class ExecutionDto {
  id: string;
  workflowId: string;
  @ApiProperty({ enum: STATUSES }) status: ExecutionStatus;
  startedAt: string;
  /** Null while it runs. */
  finishedAt: string | null;
  @ApiProperty({ enum: TRIGGER_TYPES }) trigger: TriggerType;
  /** Of the workflow, that it runs. */
  revision: number;
  /** True where nothing of it acts on the world. */
  dryRun: boolean;
  /** The failed execution that it goes on from; null where it began anew. */
  retryOf: string | null;
  /** Why it failed; null where it did not. */
  error: string | null;
}

export class NodeErrorDto {
  /** For programs. */
  code: string;
  message: string;
}

/** One run of a node. What was too long to be kept is an object with `truncated`. */
export class NodeResultDto implements NodeResult {
  nodeId: string;
  type: string;
  name: string;
  /** Empty outside loops; `each[3]` for the fourth item of the loop `each`. */
  iteration: string;
  /** How often the node was reached there, from 1. */
  visit: number;
  @ApiProperty({ enum: RESULT_STATUSES }) status: NodeResult['status'];
  /** Its configuration, templates filled in; empty where that was not reached. */
  @ApiProperty({ type: 'object', additionalProperties: true }) input: object;
  /** What it gave; empty where it failed or was skipped. */
  @ApiProperty({ type: 'object', additionalProperties: true }) output: object;
  /** Milliseconds. */
  duration: number;
  startedAt: string;
  logs: string[];
  /** Tries in all. */
  attempts: number;
  /** Where it failed or was skipped. */
  error: NodeErrorDto | null;
}

export class ExecutionDetailDto extends ExecutionDto {
  /** What set it going: the body of a webhook, the `input` of `trigger`, what happened. */
  @AnyJson() triggerData: unknown;
  /** In the order in which they ended. */
  nodeResults: NodeResultDto[];
}

export function toManualInput({ input, dryRun }: ManualTriggerDto): ManualInput {
  return { input: input ?? {}, dryRun };
}

export function toExecutionDto(execution: ExecutionSummary): ExecutionDto {
  const { id, workflowId, status, startedAt, finishedAt, trigger, revision, dryRun, retryOf, error } =
    execution;
  return {
    id,
    workflowId,
    status,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    trigger,
    revision,
    dryRun,
    retryOf,
    error,
  };
}

export function toExecutionDetailDto(execution: ExecutionDetail): ExecutionDetailDto {
  const { triggerData, nodeResults } = execution;
  return Object.assign(toExecutionDto(execution), { triggerData, nodeResults });
}
