import { CurrentUser, PERMISSION_MATRIX, Roles, Self, SelfOr } from '@app/auth';
import { OwnPasswordService, UserAdministrationService, UsersService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/path-ids.decorator';
import { Created, Paged } from '../../http/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/success.dto';
import { UserDto, toUserDto } from '../auth/user.dto';
import {
  PasswordChangeDto,
  PermissionDto,
  RoleChangeDto,
  UserChangesDto,
  UserCreationDto,
  UserQueryDto,
} from './users.dto';

const TAKEN = { description: 'The username or the e-mail address is taken.' };
const LAST_ADMINISTRATOR = { description: 'It is the last administrator.' };

@ApiTags('Users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly administration: UserAdministrationService,
    private readonly ownPassword: OwnPasswordService,
  ) {}

  /** Lists the users, the oldest first. */
  @Get()
  @Roles('admin')
  @Paged(UserDto)
  async list(@Query() query: UserQueryDto): Promise<Page<UserDto>> {
    const { items, total } = await this.users.list(query);
    return { items: items.map(toUserDto), total };
  }

  /** Makes a user. */
  @Post()
  @Roles('admin')
  @Created()
  @ApiConflictResponse(TAKEN)
  async create(@CurrentUser() actor: Actor, @Body() user: UserCreationDto): Promise<UserDto> {
    return toUserDto(await this.users.create(actor, user));
  }

  /** Tells who may call each route, those included that are yet to come. */
  @Get('roles')
  @Roles('admin')
  permissions(): PermissionDto[] {
    return [...PERMISSION_MATRIX];
  }

  /** Tells of one user. */
  @Get(':id')
  @SelfOr('admin')
  async find(@IdParam() id: number): Promise<UserDto> {
    return toUserDto(await this.users.find(id));
  }

  /** Changes the username and the e-mail address, where the body carries them. */
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

  /** Removes a user. It acts on the user's next request; open event streams end at their next heartbeat. */
  @Delete(':id')
  @Roles('admin')
  @ApiConflictResponse(LAST_ADMINISTRATOR)
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.administration.remove(actor, id);
    return SUCCESS;
  }

  /** Gives a user a role. It acts on the user's next request; open event streams end at their next heartbeat. */
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

  /** Changes the caller's password and ends the session: no new tokens without signing in anew. */
  @Put(':id/password')
  @Self()
  @ApiBadRequestResponse({
    description: 'The current password is wrong (`invalid_password`), or the new one is not allowed.',
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
