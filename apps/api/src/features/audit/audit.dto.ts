import type { AuditFilter } from '@app/domain';
import type { AuditEntryEntity } from '@app/entities';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { RecordId, UuidProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryRecordId } from '../../http/fields/query.decorators';

export class AuditQueryDto extends PageQuery implements AuditFilter {
  /** Only entries of this user. */
  @Omittable() @QueryRecordId() userId?: number;
  /** Only entries with exactly this action, for example `configuration.changed`. */
  @Omittable() @IsString() @MaxLength(64) action?: string;
  /** Only entries at or after this instant. */
  @Omittable() @IsInstant() from?: string;
  /** Only entries before this instant. */
  @Omittable() @IsInstant() to?: string;
}

/** One recorded action. */
export class AuditEntryDto {
  /** UUIDv7. */
  @UuidProperty() id: string;
  /** When the action happened. */
  @InstantProperty() at: string;
  /** The user who acted; null if an API key or the service acted, or if nobody was signed in. */
  @RecordId() userId: number | null;
  /**
   * The username at the time of the action, or `API key NAME (id)`. For a failed sign-in, the username that the caller
   * entered.
   */
  username: string;
  /** The action, for example `user.created`. */
  action: string;
  /** The record that the action affected, for example `user 7`; null if there is none. */
  target: string | null;
  /** The state before the action, with secrets masked; null if there is none. */
  @ApiProperty({ nullable: true })
  before: unknown;
  /** The state after the action, with secrets masked; null if there is none. */
  @ApiProperty({ nullable: true })
  after: unknown;
  /** The `X-Request-Id` of the request that caused the action; null if there was no request. */
  requestId: string | null;
  /** The client's IP address; null if there was no request. */
  address: string | null;
}

export function toAuditEntryDto({ at, before, after, ...entry }: AuditEntryEntity): AuditEntryDto {
  return { ...entry, at: at.toISOString(), before: parsed(before), after: parsed(after) };
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
