import type { AccessWord, HttpMethod, RoutePermission } from '@app/auth';
import { type PasswordChange, type UserChanges, type UserCreation, type UserFilter } from '@app/domain';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Omittable } from '../../http/omittable.decorator';
import { PageQuery } from '../../http/page.dto';
import { IsEmailAddress, IsNewPassword, IsUsername } from '../auth/account-fields';

export class UserQueryDto extends PageQuery implements UserFilter {
  /** Part of the username or of the e-mail address, in any case. */
  @Omittable() @IsString() @MaxLength(254) search?: string;
  @Omittable() @IsIn(USER_ROLE_LIST) @ApiProperty({ enum: USER_ROLE_LIST, required: false }) role?: Role;
}

export class UserCreationDto implements UserCreation {
  @IsUsername() username: string;
  @IsEmailAddress() email: string;
  /** 8 to 128 characters, none of the common passwords, without the username. */
  @IsNewPassword() password: string;
  /** The lowest where it is left out. */
  @Omittable() @IsIn(USER_ROLE_LIST) @ApiProperty({ enum: USER_ROLE_LIST, required: false }) role?: Role;
}

/** What is left out stays as it is. */
export class UserChangesDto implements UserChanges {
  @Omittable() @IsUsername() username?: string;
  @Omittable() @IsEmailAddress() email?: string;
}

export class RoleChangeDto {
  @IsIn(USER_ROLE_LIST) @ApiProperty({ enum: USER_ROLE_LIST }) role: Role;
}

export class PasswordChangeDto implements PasswordChange {
  @IsString() @IsNotEmpty() @MaxLength(1024) currentPassword: string;
  /** 8 to 128 characters, none of the common passwords, without the username. */
  @IsNewPassword() newPassword: string;
}

export class PermissionDto implements RoutePermission {
  @ApiProperty({ enum: ['GET', 'POST', 'PUT', 'DELETE'] }) method: HttpMethod;
  /** `:name` is one segment, `*name` at the end any further ones. */
  path: string;
  /** The lowest role, or who else may call it. */
  @ApiProperty({ enum: [...USER_ROLE_LIST, 'public', 'self', 'self or admin', 'stream token'] })
  access: AccessWord;
}
