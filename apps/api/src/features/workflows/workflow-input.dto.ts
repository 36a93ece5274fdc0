import { TRIGGER_TYPES, type TriggerInput, type WorkflowChanges, type WorkflowInput } from '@app/domain';
import type { TriggerType } from '@app/entities';
import {
  type EdgeDefinition,
  type ErrorAction,
  type ErrorHandler,
  type JsonObject,
  type NodeDefinition,
} from '@app/workflow-engine';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsNumber,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsJsonObject } from '../../http/json-object.decorator';
import { Nullable, Omittable } from '../../http/omittable.decorator';

const MAX_ID = 100;

/**
 * What becomes of the execution when the node fails; without it the execution fails. The check of the definition says
 * which values there may be, for a draft may have others.
 */
export class ErrorHandlerDto {
  /** `retry`, `skip`, `abort` or `goto`. */
  @IsString() @MaxLength(64) action: string;
  /** `retry`: how often the node is run again, at most; whole. */
  @Omittable() @Nullable() @IsNumber() retryCount?: number | null;
  /** `retry`: the wait before each of these, in whole milliseconds. */
  @Omittable() @Nullable() @IsNumber() retryDelayMs?: number | null;
  /** `goto`: where to; `retry`: where to once all retries have failed. */
  @Omittable() @Nullable() @IsString() @MaxLength(MAX_ID) gotoNodeId?: string | null;
}

export class WorkflowNodeDto {
  @IsString() @IsNotEmpty() @MaxLength(MAX_ID) id: string;
  /** One of `GET /nodes`. */
  @IsString() @IsNotEmpty() @MaxLength(64) type: string;
  /** For people. */
  @Omittable() @Nullable() @IsString() @MaxLength(255) name?: string | null;
  /** As the type has it; `{{ expression }}` may stand in its texts. */
  @Omittable() @Nullable() @IsJsonObject() config?: JsonObject | null;
  @Omittable() @Nullable() @ValidateNested() @Type(() => ErrorHandlerDto) onError?: ErrorHandlerDto | null;
  /** Where an editor shows it; kept as it is. */
  @Omittable() @Nullable() @IsJsonObject() position?: JsonObject | null;
}

export class WorkflowEdgeDto {
  /** Made where it is left out. */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(MAX_ID) id?: string | null;
  /** The id of the node that it comes from. */
  @IsString() @IsNotEmpty() @MaxLength(MAX_ID) source: string;
  /** The id of the node that it leads to. */
  @IsString() @IsNotEmpty() @MaxLength(MAX_ID) target: string;
  /** Which branch of its source it belongs to: `true` and `false`, a case's label or `default`, `body` and `done`. */
  @Omittable() @Nullable() @AsLabel() @IsString() @MaxLength(MAX_ID) label?: string | null;
}

/** What sets the workflow going. */
export class TriggerInputDto implements TriggerInput {
  @IsIn(TRIGGER_TYPES) @ApiProperty({ enum: TRIGGER_TYPES }) type: TriggerType;
  /**
   * All of it; what the type does not know is dropped.
   *
   * - `manual`: nothing.
   * - `schedule`: `{cron, timezone?}`; five fields (minute, hour, day of month, month, day of week) of numbers, `*`,
   *   ranges, steps, lists, and three letters for months and weekdays; an IANA zone, else the platform's. Where the
   *   clocks skip the single time that a schedule has on that day, it fires once they have; where they show it twice, at
   *   the first. Any other schedule fires whenever the clock shows one of its times.
   * - `webhook`: `{secret?, allowedIps?}`; the service makes the secret. Left out, or as it reads, it stays; null makes
   *   another one; a text of 16 to 128 visible ASCII characters is an own one, after `whsec_` padded base64 of 16 bytes
   *   or more. Addresses and CIDR blocks; without any, all addresses may deliver.
   * - `state_change`: `{watch, condition?}`; codes of points, `*` standing for any characters; an expression that may
   *   name `code`, `value`, `previous` and `quality`.
   * - `event`: `{event, condition?}`; an expression that may name `triggerData`.
   */
  @Omittable() @Nullable() @IsJsonObject() config?: JsonObject | null;
}

class WorkflowOptionsDto {
  @Omittable() @Nullable() @IsString() @MaxLength(10_000) description?: string | null;
  /** Manual for a new workflow. */
  @Omittable() @ValidateNested() @Type(() => TriggerInputDto) trigger?: TriggerInputDto;
  /** True for a new workflow. One that is not enabled is kept although it has problems: as a draft. */
  @Omittable() @IsBoolean() enabled?: boolean;
}

export class WorkflowInputDto extends WorkflowOptionsDto {
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => WorkflowNodeDto) nodes: WorkflowNodeDto[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => WorkflowEdgeDto) edges: WorkflowEdgeDto[];
}

/** What is left out stays as it is. */
export class WorkflowChangesDto extends WorkflowOptionsDto {
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(255) name?: string;
  @Omittable()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => WorkflowNodeDto)
  nodes?: WorkflowNodeDto[];
  @Omittable()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => WorkflowEdgeDto)
  edges?: WorkflowEdgeDto[];
}

export class ToggleDto {
  @IsBoolean() enabled: boolean;
}

export function toWorkflowInput({ nodes, edges, ...rest }: WorkflowInputDto): WorkflowInput {
  return { ...rest, nodes: nodes.map(toNode), edges: toEdges(edges) };
}

export function toWorkflowChanges({ nodes, edges, ...rest }: WorkflowChangesDto): WorkflowChanges {
  return { ...rest, nodes: nodes?.map(toNode), edges: edges && toEdges(edges) };
}

/** In one order of fields, without those that are null. */
function toNode({ id, type, name, config, onError, position }: WorkflowNodeDto): NodeDefinition {
  const handler = onError ? { onError: toErrorHandler(onError) } : {};
  return { id, type, ...given({ name }), config: config ?? {}, ...handler, ...given({ position }) };
}

function toErrorHandler({ action, ...extras }: ErrorHandlerDto): ErrorHandler {
  const { retryCount, retryDelayMs, gotoNodeId } = extras;
  // Of a draft it may be another; what is run has been checked.
  return { action: action as ErrorAction, ...given({ retryCount, retryDelayMs, gotoNodeId }) };
}

function toEdges(edges: WorkflowEdgeDto[]): EdgeDefinition[] {
  const taken = new Set(edges.map(({ id }) => id));
  let number = 0;
  const freeId = (): string => {
    let id: string;
    do id = `edge-${++number}`;
    while (taken.has(id));
    return id;
  };
  return edges.map(({ id, source, target, label }) => ({
    id: id ?? freeId(),
    source,
    target,
    ...given({ label }),
  }));
}

function given<T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as { [Name in keyof T]?: NonNullable<T[Name]> };
}

/** Branches of a condition may be named by what they are. */
function AsLabel(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'boolean' ? String(value) : value));
}
