import { CurrentUser, Roles, RouteInventory, Self, SelfOr } from '@app/auth';
import { OwnPasswordService, UserAdministrationService, UsersService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiConflictResponse, ApiTags } from '@nestjs/swagger';
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
  UserNameDto,
  UserQueryDto,
} from './users.dto';

const TAKEN = { description: 'The username or the e-mail address is taken.' };
const LAST_ADMINISTRATOR = { description: 'The user is the last administrator.' };

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly administration: UserAdministrationService,
    private readonly ownPassword: OwnPasswordService,
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
}
