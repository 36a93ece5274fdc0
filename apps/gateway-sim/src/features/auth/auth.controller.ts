import { DomainError } from '@app/kernel';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { GatewaySimEnvironment } from '../../gateway-sim-environment';
import { OpenRoute } from '../../http/open-route';
import { CallStatistics } from '../control/call-statistics';
import { LoginDto, RefreshDto } from './auth.dto';
import { TokenIssuer, type TokenPair } from './token-issuer';

@Controller('auth')
@OpenRoute()
export class AuthController {
  constructor(
    private readonly environment: GatewaySimEnvironment,
    private readonly tokens: TokenIssuer,
    private readonly statistics: CallStatistics,
  ) {}

  @Post('login')
  @HttpCode(200)
  login(@Body() body: LoginDto): TokenPair {
    const { GATEWAY_USERNAME, GATEWAY_PASSWORD } = this.environment;
    if (body.username !== GATEWAY_USERNAME || body.password !== GATEWAY_PASSWORD) {
      throw new DomainError(
        'unauthenticated',
        'invalid_credentials',
        'The username or the password is wrong.',
      );
    }
    this.statistics.logins++;
    return this.tokens.issue();
  }

  @Post('refresh')
  @HttpCode(200)
  refresh(@Body() body: RefreshDto): TokenPair {
    const pair = this.tokens.rotate(body.refreshToken);
    if (!pair)
      throw new DomainError(
        'unauthenticated',
        'spent',
        'The refresh token has already been used or is unknown.',
      );
    this.statistics.refreshes++;
    return pair;
  }
}
