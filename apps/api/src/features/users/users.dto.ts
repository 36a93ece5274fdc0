import { type AccessWord, HTTP_METHODS, type HttpMethod, type RoutePermission } from '@app/auth';
import {
  type PasswordChange,
  type UserChanges,
  type UserCreation,
  type UserFilter,
  type UserSession,
} from '@app/domain';
import type { ProviderAccountEntity } from '@app/entities';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { PickType } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { IsEmailAddress, IsNewPassword, IsUsername } from '../auth/account-fields';
import { UserDto } from '../auth/user.dto';
import { OneOf } from '../../http/fields/one-of.decorator';

export class UserQueryDto extends PageQuery implements UserFilter {
  /**
   * Only users with this text in the username or the e-mail address. A match begins at a word, a number or a special
   * character: `anna_7@site.com` is found by `anna`, `7` and `@site`, but not by `nna`. Case is ignored.
   */
  @Omittable() @IsString() @MaxLength(254) search?: string;
  /** Only users with this role. */
  @Omittable() @OneOf(USER_ROLE_LIST) role?: Role;
}

/** The name of a user. */
export class UserNameDto extends PickType(UserDto, ['id', 'username']) {}

/** A new user. */
export class UserCreationDto implements UserCreation {
  /** 3 to 64 letters, digits, `.`, `_` and `-`. Unique, ignoring case. */
  @IsUsername() username: string;
  /** Unique, ignoring case. */
  @IsEmailAddress() email: string;
  /** 8 to 128 characters. Common passwords and passwords that contain the username are refused. */
  @IsNewPassword() password: string;
  /** Default `viewer`. */
  @Omittable() @OneOf(USER_ROLE_LIST) role?: Role;
}

/** Changes of a user. Omitted fields stay as they are. A `role` is ignored: see `PUT /api/users/{id}/role`. */
export class UserChangesDto implements UserChanges {
  /** 3 to 64 letters, digits, `.`, `_` and `-`. Unique, ignoring case. */
  @Omittable() @IsUsername() username?: string;
  /** Unique, ignoring case. */
  @Omittable() @IsEmailAddress() email?: string;
}

/** A new role. */
export class RoleChangeDto {
  /** The role that the user gets. */
  @OneOf(USER_ROLE_LIST) role: Role;
}

/** A new password. */
export class PasswordChangeDto implements PasswordChange {
  /** The current password. */
  @IsString() @IsNotEmpty() @MaxLength(1024) currentPassword: string;
  /** 8 to 128 characters. Common passwords and passwords that contain the username are refused. */
  @IsNewPassword() newPassword: string;
}

/** A session of a user. */
export class UserSessionDto implements UserSession {
  /** Number of the session. Each sign-in of the user increases it. */
  @RecordId() id: number;
  /** When the user signed in. */
  createdAt: Date;
  /** The sign-in or the last refresh of the tokens. A client in use refreshes them about every 15 minutes. */
  lastUsedAt: Date;
  /** When the session ends, unless its tokens are refreshed before. */
  expiresAt: Date;
  /** The header `User-Agent` of the sign-in, at most 255 characters; null if there was none. */
  userAgent: string | null;
  /** Whether the caller uses this session. */
  current: boolean;
}

/** An identity at a sign-in provider that is bound to a user. */
export class UserIdentityDto implements Omit<ProviderAccountEntity, 'userId'> {
  /** Id of the provider, such as `google`. */
  provider: string;
  /** The provider's id of the person. */
  subject: string;
  /** When the identity was bound. */
  createdAt: Date;
}

/** Who may call one route. */
export class PermissionDto implements RoutePermission {
  /** HTTP method. */
  @OneOf(HTTP_METHODS) method: HttpMethod;
  /** Path pattern. `:name` matches one segment; `*name` at the end matches all remaining segments. */
  path: string;
  /** The lowest role that may call the route, or another rule. */
  @OneOf([...USER_ROLE_LIST, 'public', 'self', 'self or admin', 'stream token'])
  access: AccessWord;
  /** Whether an API key with this role may call the route. */
  apiKeys: boolean;
}
