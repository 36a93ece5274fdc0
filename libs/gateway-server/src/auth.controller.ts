import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@app/kernel';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { LoginDto, RefreshDto } from './gateway.dto';
import { OpenRoute } from './bearer.guard';
import { TokenIssuer, type TokenPair } from './token-issuer';

/** The only account that may log in. */
export abstract class GatewayAccount {
  abstract readonly username: string;
  abstract readonly password: string;
}

@Controller('auth')
@OpenRoute()
export class AuthController {
  constructor(
    private readonly account: GatewayAccount,
    private readonly tokens: TokenIssuer,
  ) {}

  @Post('login')
  @HttpCode(200)
  async login(@Body() body: LoginDto): Promise<TokenPair> {
    const { username, password } = this.account;
    if (isSame(body.username, username) && isSame(body.password, password)) return this.tokens.issue();
    throw new DomainError('unauthenticated', 'invalid_credentials', 'The username or the password is wrong.');
  }

  @Post('refresh')
  @HttpCode(200)
  async refresh(@Body() body: RefreshDto): Promise<TokenPair> {
    const pair = await this.tokens.rotate(body.refreshToken);
    if (pair) return pair;
    throw new DomainError(
      'unauthenticated',
      'spent',
      'The refresh token has already been used or is unknown.',
    );
  }
}

/** The duration of the comparison does not depend on the texts. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
