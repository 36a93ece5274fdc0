import type { AuditFilter } from '@app/domain';
import type { AuditEntryEntity } from '@app/entities';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { IsInstant } from '../../http/is-instant.decorator';
import { Omittable } from '../../http/omittable.decorator';
import { PageQuery } from '../../http/page.dto';
import { QueryInteger } from '../../http/query.decorators';

export class AuditQueryDto extends PageQuery implements AuditFilter {
  @Omittable() @QueryInteger({ min: 1, max: 2_147_483_647 }) userId?: number;
  /** Exactly this action, for example `configuration.changed`. */
  @Omittable() @IsString() @MaxLength(64) action?: string;
  @Omittable() @IsInstant() from?: string;
  @Omittable() @IsInstant() to?: string;
}

export class AuditEntryDto {
  id: string;
  at: string;
  /** Null where nobody had signed in. */
  userId: number | null;
  /** The name at that time; what was tried where a sign-in failed. */
  username: string;
  action: string;
  target: string | null;
  /** How it was, secrets masked; null where there is nothing to tell. */
  @ApiProperty({ nullable: true })
  before: unknown;
  /** How it is now, secrets masked; null where there is nothing to tell. */
  @ApiProperty({ nullable: true })
  after: unknown;
  requestId: string | null;
  /** Where the caller sat. */
  address: string | null;
}

export function toAuditEntryDto({ at, before, after, ...entry }: AuditEntryEntity): AuditEntryDto {
  return { ...entry, at: at.toISOString(), before: parsed(before), after: parsed(after) };
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
