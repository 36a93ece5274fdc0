import {
  type ExecutionDetail,
  type ExecutionFilter,
  type ExecutionSummary,
  type ManualInput,
  type NodeResult,
  TRIGGER_TYPES,
  type WebhookRequest,
} from '@app/domain';
import { EXECUTION_STATUSES, type ExecutionStatus, type TriggerType } from '@app/entities';
import { maskOneTimeAddresses } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsUUID } from 'class-validator';
import { FailureDto, failureFields } from '../../http/errors/error.dto';
import { AnyJson } from '../../http/body/any-json.decorator';
import { IntegerProperty, UuidProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { IsJsonObject } from '../../http/fields/json-object.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { OneOf } from '../../http/fields/one-of.decorator';

const RESULT_STATUSES: NodeResult['status'][] = ['success', 'failed', 'skipped'];
const MOST_REMOVED = 1000;

/** Options of a manual start. */
export class ManualTriggerDto {
  /**
   * The `triggerData` of the execution. Default is an empty object. The default of a dry run is the data with which the
   * trigger would start the workflow now: the current value of the first watched point, or the time of the schedule.
   */
  @Omittable() @Nullable() @IsJsonObject() input?: JsonObject | null;
  /** If true, effects are skipped: nodes that act outside the workflow only report what they would do. */
  @Omittable() @IsBoolean() dryRun?: boolean;
  /**
   * For a dry run: the time at which it begins, ISO 8601. Expressions, calendars and periods see this time. Without an
   * offset, the time is in the platform's time zone. Default is the current time.
   */
  @Omittable() @IsInstant() at?: string;
  /**
   * For a dry run: outputs by node id. A node with an output here is not run, and later nodes read the given output. A
   * `condition` or `switch` node follows the branch that the given output names. The output of a `loop` node cannot be
   * given.
   */
  @Omittable() @Nullable() @IsJsonObject() outputs?: JsonObject | null;
}

/** The execution that was started. */
export class ExecutionStartedDto {
  /** Id of the execution. */
  @UuidProperty() executionId: string;
}

export class ExecutionQueryDto extends PageQuery implements ExecutionFilter {
  /** Only executions with this status. */
  @Omittable() @OneOf(EXECUTION_STATUSES) status?: ExecutionStatus;
  /** Only executions started by this type of trigger. */
  @Omittable() @OneOf(TRIGGER_TYPES) trigger?: TriggerType;
}

/** Executions to delete. */
export class ExecutionIdsDto {
  /** Ids of the executions. */
  @IsArray()
  @ArrayMaxSize(MOST_REMOVED)
  @IsUUID('loose', { each: true })
  @UuidProperty({ isArray: true })
  ids: string[];
}

/** The result of a deletion. */
export class ExecutionsRemovedDto {
  /** Number of executions that were deleted. */
  @IntegerProperty() deletedCount: number;
}

/** One pass through a workflow. */
export class ExecutionDto implements Omit<ExecutionSummary, 'error'> {
  /** A UUIDv7. Ids sort by the time at which the execution was accepted. */
  @UuidProperty() id: string;
  /** Id of the workflow. */
  @UuidProperty() workflowId: string;
  /** State of the execution. */
  @OneOf(EXECUTION_STATUSES) status: ExecutionStatus;
  /** When the execution was started; null while it waits for an earlier execution to end (mode `queued`). */
  @InstantProperty() startedAt: Date | null;
  /** When the execution ended; null while it runs. */
  @InstantProperty() finishedAt: Date | null;
  /** The type of trigger that started the execution. */
  @OneOf(TRIGGER_TYPES) trigger: TriggerType;
  /** The revision of the workflow that the execution runs. */
  @IntegerProperty({ minimum: 1 }) revision: number;
  /** True if effects are skipped. */
  dryRun: boolean;
  /** Id of the failed execution that this execution continues; null if it is not a retry. */
  @UuidProperty() retryOf: string | null;
  /** Id of the execution whose `run_workflow` node started this one; null for other executions. */
  @UuidProperty() parentId: string | null;
  /** Why the execution failed; null if it did not fail. */
  error: string | null;
  /** `error` with its code and its values, for programs. */
  @Nullable() failure: FailureDto | null;
}

/** Why a node failed or was skipped. */
export class NodeErrorDto {
  /** Machine-readable reason. */
  code: string;
  /** Message for people. */
  message: string;
  /** The message with its own code and its values. Absent in results of version 1.0. */
  @Omittable() reason?: FailureDto;
}

/** The result of a node run. A value that is too large to be stored is replaced by an object with `truncated`. */
export class NodeResultDto implements NodeResult {
  /** Id of the node in the workflow. */
  nodeId: string;
  /** Type of the node. */
  type: string;
  /** Display name of the node. */
  name: string;
  /** The loop iteration: `each[3]` is the fourth item of the loop `each`. Empty outside loops. */
  iteration: string;
  /** How often the node was reached in this iteration, from 1. */
  @IntegerProperty({ minimum: 1 }) visit: number;
  /** Outcome of the run. */
  @OneOf(RESULT_STATUSES) status: NodeResult['status'];
  /** The configuration with its templates resolved; empty if the run ended before they were resolved. */
  @ApiProperty({ type: 'object', additionalProperties: true }) input: object;
  /** The output; empty if the node failed or was skipped. */
  @ApiProperty({ type: 'object', additionalProperties: true }) output: object;
  /** Duration in milliseconds. */
  duration: number;
  /** When the run started. */
  @InstantProperty() startedAt: string;
  /** Log lines. */
  logs: string[];
  /** Number of attempts. */
  @IntegerProperty() attempts: number;
  /** Why the run failed or was skipped; null if it succeeded. */
  error: NodeErrorDto | null;
}

/** The request that a webhook received. Credentials are left out or masked. */
export class WebhookRequestDto implements WebhookRequest {
  /** The method of the request. */
  method: string;
  /** The headers that expressions can read, by name in lower case. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) headers: Record<string, string>;
  /** The query parameters by name. A parameter that was given several times is a list. */
  @ApiProperty({ type: 'object', additionalProperties: true }) query: WebhookRequest['query'];
}

/** An execution with the results of its nodes. */
export class ExecutionDetailDto extends ExecutionDto implements Omit<ExecutionDetail, 'error'> {
  /** The data that started the execution: the body of a webhook, the `input` of a manual start, or the event. */
  @AnyJson() triggerData: unknown;
  /** The request of the webhook that started the execution; null for other triggers. */
  request: WebhookRequestDto | null;
  /** Results of the node runs, in the order in which they ended. */
  nodeResults: NodeResultDto[];
}

export function toExecutionDto<Execution extends ExecutionSummary>({ error, ...execution }: Execution) {
  return { ...execution, ...failureFields(error) };
}

export function toManualInput({ input, dryRun, at, outputs }: ManualTriggerDto): ManualInput {
  return { input: input ?? undefined, dryRun, at, outputs: outputs ?? undefined };
}

/**
 * Masks one-time addresses for roles below engineer. With an address, a person could approve an execution that they
 * have started.
 */
export function withoutAddresses(detail: ExecutionDetail): ExecutionDetail {
  const { triggerData, request, nodeResults } = detail;
  const shown = maskOneTimeAddresses(JSON.stringify({ triggerData, request, nodeResults }));
  return Object.assign(detail, JSON.parse(shown) as Partial<ExecutionDetail>);
}
