import { CurrentUser, Roles, RouteInventory, Self, SelfOr } from '@app/auth';
import { OwnPasswordService, ProviderLinks, UserAdministrationService, UsersService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiConflictResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { UserDto, toUserDto } from '../auth/user.dto';
import {
  PasswordChangeDto,
  PermissionDto,
  RoleChangeDto,
  UserChangesDto,
  UserCreationDto,
  UserIdentityDto,
  UserNameDto,
  UserQueryDto,
  UserSessionDto,
} from './users.dto';

const TAKEN = { description: 'The username or the e-mail address is taken.' };
const LAST_SIGN_IN = {
  description: 'The user has no password, and this is their only identity (`last_sign_in`).',
};
const PROVIDER = {
  name: 'provider',
  description: 'Id of the provider.',
  schema: { type: 'string' },
} as const;
const SUBJECT = {
  name: 'subject',
  description: "The provider's id of the person.",
  schema: { type: 'string' },
} as const;
const LAST_ADMINISTRATOR = { description: 'The user is the last administrator.' };

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly administration: UserAdministrationService,
    private readonly ownPassword: OwnPasswordService,
    private readonly links: ProviderLinks,
    private readonly routes: RouteInventory,
  ) {}

  /**
   * List users, oldest first.
   *
   * A `search` with more than 10,000 matches is refused (`search_too_broad`).
   */
  @Get()
  @Roles('admin')
  @Paged(UserDto)
  async list(@Query() query: UserQueryDto): Promise<Page<UserDto>> {
    return mapPage(await this.users.list(query), toUserDto);
  }

  /** Create a user. */
  @Post()
  @Roles('admin')
  @Created()
  @ApiConflictResponse(TAKEN)
  async create(@CurrentUser() actor: Actor, @Body() user: UserCreationDto): Promise<UserDto> {
    return toUserDto(await this.users.create(actor, user));
  }

  /** List the names of all users, oldest first. */
  @Get('directory')
  @Roles('viewer')
  @Paged(UserNameDto)
  async directory(@Query() query: PageQuery): Promise<Page<UserNameDto>> {
    return mapPage(await this.users.list(query), ({ id, username }) => ({ id, username }));
  }

  /** Get the permission table. */
  @Get('roles')
  @Roles('admin')
  permissions(): PermissionDto[] {
    return [...this.routes.permissions()];
  }

  /** Get a user. */
  @Get(':id')
  @SelfOr('admin')
  async find(@IdParam() id: number): Promise<UserDto> {
    return toUserDto(await this.users.find(id));
  }

  /**
   * Update a user. Only the username and the e-mail address can change here; other fields of the body, such as `role`,
   * are ignored. Change a role with `PUT /api/users/{id}/role`.
   */
  @Put(':id')
  @SelfOr('admin')
  @ApiConflictResponse(TAKEN)
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: UserChangesDto,
  ): Promise<UserDto> {
    return toUserDto(await this.users.change(actor, id, changes));
  }

  /** Delete a user. The user's next request is refused, and open event streams end. */
  @Delete(':id')
  @Roles('admin')
  @ApiConflictResponse(LAST_ADMINISTRATOR)
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.administration.remove(actor, id);
    return SUCCESS;
  }

  /** Change a user's role. It takes effect with the user's next request, and open event streams end. */
  @Put(':id/role')
  @Roles('admin')
  @ApiConflictResponse(LAST_ADMINISTRATOR)
  async changeRole(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() { role }: RoleChangeDto,
  ): Promise<UserDto> {
    return toUserDto(await this.administration.changeRole(actor, id, role));
  }

  /** Change the caller's password. The session ends: sign in again for new tokens. */
  @Put(':id/password')
  @Self()
  @ApiBadRequestResponse({
    description: 'The current password is wrong (`invalid_password`), or the new password is not allowed.',
  })
  async changePassword(
    @CurrentUser() actor: Actor,
    @IdParam() _id: number,
    @Body() change: PasswordChangeDto,
  ): Promise<SuccessDto> {
    await this.ownPassword.change(actor, change);
    return SUCCESS;
  }

  /** List the sessions of a user. A user has at most one session, because each sign-in ends the previous one. */
  @Get(':id/sessions')
  @SelfOr('admin')
  sessions(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<UserSessionDto[]> {
    return this.administration.sessionsOf(actor, id);
  }

  /**
   * End a session of a user. Its access tokens are refused from the next request on, and so are tokens of earlier
   * sessions of the user. Its event streams end.
   */
  @Delete(':id/sessions/:sessionId')
  @SelfOr('admin')
  async endSession(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @IdParam('sessionId') sessionId: number,
  ): Promise<SuccessDto> {
    await this.administration.endSession(actor, id, sessionId);
    return SUCCESS;
  }

  /** List the identities of a user at sign-in providers, oldest first. */
  @Get(':id/identities')
  @SelfOr('admin')
  identities(@IdParam() id: number): Promise<UserIdentityDto[]> {
    return this.links.of(id);
  }

  /**
   * Delete the binding of an identity to a user. The person can no longer sign in with it. A session that began with it continues:
   * end it with `DELETE /api/users/{id}/sessions/{sessionId}`.
   */
  @Delete(':id/identities/:provider/:subject')
  @SelfOr('admin')
  @ApiParam(PROVIDER)
  @ApiParam(SUBJECT)
  @ApiConflictResponse(LAST_SIGN_IN)
  async unlink(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Param('provider') provider: string,
    @Param('subject') subject: string,
  ): Promise<SuccessDto> {
    await this.links.unlink(actor, id, { provider, subject });
    return SUCCESS;
  }
}
