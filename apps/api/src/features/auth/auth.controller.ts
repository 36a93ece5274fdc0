import { CurrentUser, Public, Roles } from '@app/auth';
import { AccountsService, SessionsService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags, ApiTooManyRequestsResponse, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { SuccessDto } from '../../http/responses/success.dto';
import { LoginDto, LogoutDto, RefreshDto, SessionDto, TokenPairDto, toSessionDto } from './auth.dto';
import { UserDto, toUserDto } from './user.dto';

@ApiTags('Sign-in')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
  ) {}

  /** Start a session. A user has only one session: a new session ends the previous one. */
  @Post('login')
  @Public()
  @ApiUnauthorizedResponse({ description: 'The username or the password is wrong.' })
  @ApiTooManyRequestsResponse({
    description: 'Too many failed sign-ins from this client. Try again after `Retry-After` seconds.',
  })
  async login(@Body() { username, password }: LoginDto): Promise<SessionDto> {
    return toSessionDto(await this.sessions.login(username, password));
  }

  /** Refresh the tokens of a session. Each refresh token works once: store the new pair. */
  @Post('refresh')
  @Public()
  @ApiUnauthorizedResponse({
    description: 'The refresh token is unknown, already used or expired. Nothing was changed.',
  })
  refresh(@Body() { refreshToken }: RefreshDto): Promise<TokenPairDto> {
    return this.sessions.refresh(refreshToken);
  }

  /**
   * End the session. Its access tokens remain valid until they expire. To refuse them at once, use
   * `DELETE /api/users/{id}/sessions/{sessionId}`.
   */
  @Post('logout')
  @Roles('viewer')
  async logout(@CurrentUser() actor: Actor, @Body() { refreshToken }: LogoutDto): Promise<SuccessDto> {
    await this.sessions.logout(actor, refreshToken);
    return { success: true };
  }

  /** Get the signed-in user. */
  @Get('me')
  @Roles('viewer')
  async me(@CurrentUser() actor: Actor): Promise<UserDto> {
    return toUserDto(await this.accounts.own(actor));
  }
}
