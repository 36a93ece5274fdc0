import type { ApiKey, ApiKeyInput, CreatedApiKey } from '@app/domain';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** An API key, without the key itself. */
export class ApiKeyDto implements ApiKey {
  /** Id of the API key. */
  @RecordId() id: number;
  /** Display name, for example the program that uses the key. */
  name: string;
  /** The first 11 characters of the key. */
  prefix: string;
  /** Role of the key. It never changes, even if the role of its creator changes. */
  @OneOf(USER_ROLE_LIST) role: Role;
  /** Username of the person who created the key, as it was at that time. */
  createdBy: string;
  /** When the key was created. */
  @InstantProperty() createdAt: Date;
  /** When the key expires. From then on it is refused. Null if the key is valid until it is deleted. */
  @InstantProperty() expiresAt: Date | null;
  /** Last use, to the minute; null if the key has never been used. */
  @InstantProperty() lastUsedAt: Date | null;
}

/** A new API key with the key itself, which no other answer shows. */
export class CreatedApiKeyDto extends ApiKeyDto implements CreatedApiKey {
  /** The key. Send it as `Authorization: Bearer …`. It cannot be shown again. */
  @ApiProperty({ pattern: '^pk_[A-Za-z0-9_-]{43}$' })
  key: string;
}

/** The properties of a new API key. */
export class ApiKeyInputDto implements ApiKeyInput {
  /** Display name, for example the program that will use the key. */
  @IsString() @IsNotEmpty() @MaxLength(100) name: string;
  /** Role of the key. */
  @OneOf(USER_ROLE_LIST) role: Role;
  /** When the key expires, in the future. If it is null or omitted, the key is valid until it is deleted. */
  @Omittable() @Nullable() @IsInstant() expiresAt?: string | null;
}
