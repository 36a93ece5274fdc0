import type { PointName, PointWriteFilter } from '@app/domain';
import {
  POINT_WRITE_KINDS,
  POINT_WRITE_STATUSES,
  type PointOverrideEntity,
  type PointWriteEntity,
  type PointWriteKind,
  type PointWriteStatus,
} from '@app/entities';
import { IsString, IsUUID, MaxLength } from 'class-validator';
import { FailureDto } from '../../http/errors/error.dto';
import { AnyJson } from '../../http/body/any-json.decorator';
import { IntegerProperty, RecordId, UuidProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';

export class PointWriteQueryDto extends PageQuery implements PointWriteFilter {
  /** Only writes of this point. */
  @Omittable() @IsString() @MaxLength(255) code?: string;
  /** Only writes of this execution of a workflow. */
  @Omittable() @IsUUID('loose') @UuidProperty() executionId?: string;
  /** Only writes at or after this instant. */
  @Omittable() @IsInstant() from?: string;
  /** Only writes before this instant. */
  @Omittable() @IsInstant() to?: string;
}

/** Why a write did not succeed. */
export class PointWriteErrorDto {
  /** Stable code for programs, in snake_case. */
  code: string;
  /** Message for people. */
  message: string;
  /** The message with its own code and its values. Absent in writes of version 1.0. */
  @Omittable() reason?: FailureDto;
}

/** The point of a record that stores a code. */
class PointNameDto implements PointName {
  /** Id of the point; null if no point has this code. */
  @RecordId() pointId: number | null;
  /** Name of the point; null if no point has this code. */
  pointName: string | null;
}

/** The record of a write. */
export class PointWriteDto extends PointNameDto {
  /** UUIDv7. */
  @UuidProperty() id: string;
  /** When the write began. */
  @InstantProperty() at: Date;
  /** When the write ended; null while it is pending. */
  @InstantProperty() finishedAt: Date | null;
  /** Kind of the write. A `release` ends an override. */
  @OneOf(POINT_WRITE_KINDS) kind: PointWriteKind;
  /** Code of the point. */
  code: string;
  /** The value to write. For a release: the value that the point had before the override. */
  @AnyJson() value: unknown;
  /** The value that was read before the write; null if there was none. */
  @AnyJson() previousValue: unknown;
  /** Why the value was written; null if no reason was given. */
  reason: string | null;
  /** Status of the write. `unknown`: the gateway failed or did not answer, but may have written the value. */
  @OneOf(POINT_WRITE_STATUSES) status: PointWriteStatus;
  /** Whether the point had the written value when it was read afterwards. */
  confirmed: boolean;
  /** The value that was read after the write; null if it was not read. */
  @AnyJson() readValue: unknown;
  /** Why the write did not succeed; null if it did. */
  @Nullable() error: PointWriteErrorDto | null;
  /** Id of the user who wrote; null if a workflow or the service itself wrote. */
  @RecordId() userId: number | null;
  /** The username at that time, `workflow`, or the name of the part of the service that wrote. */
  username: string;
  /** Id of the workflow execution that wrote; null for other writes. The execution may have been deleted since then. */
  @UuidProperty() executionId: string | null;
  /** Id of the workflow of this execution; null for other writes. */
  @UuidProperty() workflowId: string | null;
}

export function toPointWriteDto({ fault, ...write }: PointWriteEntity & PointName): PointWriteDto {
  return { ...write, error: fault && { code: fault.code, message: fault.message, reason: fault.reason } };
}

/** An override that is in force. */
export class PointOverrideDto
  extends PointNameDto
  implements Omit<PointOverrideEntity, 'dueAt' | 'claimedUntil' | 'lastError'>
{
  /** UUIDv7. It is also the id of the write that started the override. */
  @UuidProperty() id: string;
  /** Code of the point. */
  code: string;
  /** The forced value. */
  @AnyJson() value: PointOverrideEntity['value'];
  /** The value that the point had before the override. */
  @AnyJson() previousValue: PointOverrideEntity['previousValue'];
  /** Why the value was forced; null if no reason was given. */
  reason: string | null;
  /** Id of the user who forced the value. */
  @RecordId() userId: number | null;
  /** The username at that time. */
  username: string;
  /** When the value was forced. */
  @InstantProperty() createdAt: Date;
  /** When the service releases the point; null if the value stays until somebody releases it. */
  @InstantProperty() expiresAt: Date | null;
  /** Number of failed attempts to release the point. */
  @IntegerProperty() attempts: number;
  /** Why the last attempt failed; null if none failed. */
  lastError: string | null;
  /** `lastError` with its code and its values, for programs. */
  @Nullable() lastFailure: FailureDto | null;
}

export function toPointOverrideDto({
  lastError: failure,
  ...override
}: PointOverrideEntity & PointName): PointOverrideDto {
  return { ...override, lastError: failure?.message ?? null, lastFailure: failure };
}
