import { CurrentUser, Public, Roles } from '@app/auth';
import { AccountsService, SessionsService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags, ApiTooManyRequestsResponse, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { SuccessDto } from '../../http/success.dto';
import { LoginDto, LogoutDto, RefreshDto, SessionDto, TokenPairDto, toSessionDto } from './auth.dto';
import { UserDto, toUserDto } from './user.dto';

@ApiTags('Sign-in')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
  ) {}

  /** Begins a session, which ends any other of the user's. */
  @Post('login')
  @Public()
  @ApiUnauthorizedResponse({ description: 'The name or the password is wrong.' })
  @ApiTooManyRequestsResponse({
    description: 'Too many failures of this client; `Retry-After` tells when to come again.',
  })
  async login(@Body() { username, password }: LoginDto): Promise<SessionDto> {
    return toSessionDto(await this.sessions.login(username, password));
  }

  /** Exchanges a refresh token, which is then used up, for a new pair. */
  @Post('refresh')
  @Public()
  @ApiUnauthorizedResponse({
    description: 'The refresh token is unknown, used up or expired; nothing changes.',
  })
  refresh(@Body() { refreshToken }: RefreshDto): Promise<TokenPairDto> {
    return this.sessions.refresh(refreshToken);
  }

  /** Ends the session; access tokens live on until they expire. */
  @Post('logout')
  @Roles('viewer')
  async logout(@CurrentUser() actor: Actor, @Body() { refreshToken }: LogoutDto): Promise<SuccessDto> {
    await this.sessions.logout(actor, refreshToken);
    return { success: true };
  }

  /** Tells who the caller is. */
  @Get('me')
  @Roles('viewer')
  async me(@CurrentUser() actor: Actor): Promise<UserDto> {
    return toUserDto(await this.accounts.own(actor));
  }
}
