import { Public } from '@app/auth';
import { ProviderBindingService, ProviderSignInService, type ShownBinding } from '@app/domain';
import { Body, Controller, Get, Param, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiGatewayTimeoutResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Created } from '../../http/responses.decorator';
import { SessionDto, toSessionDto } from '../auth/auth.dto';
import { BrowserBinding, bindBrowser } from './browser-binding';
import { SendsOn, TellsOpener } from './for-browsers.interceptor';
import {
  AuthorizationDto,
  BindDto,
  type LinkedDto,
  ProviderAnswerDto,
  ProvidersDto,
  RegisterAndBindDto,
  type UnlinkedDto,
  toOutcomeDto,
} from './oauth.dto';
import { OutcomeResponse } from './outcome-response.decorator';
import { RequestHost } from './request-host.decorator';

const AWAY = { description: 'The provider cannot be reached, or failed.' };
const LATE = { description: 'The provider did not answer in time.' };

@ApiTags('Sign-in through a provider')
@Controller('auth/oauth')
export class OAuthController {
  constructor(
    private readonly signIn: ProviderSignInService,
    private readonly binding: ProviderBindingService,
  ) {}

  /** Lists the providers that one can sign in with. */
  @Get('providers')
  @Public()
  providers(): ProvidersDto {
    return { providers: this.signIn.list() };
  }

  /**
   * Begins a sign-in, which must end within 10 minutes and in the same browser. A browser that goes here is sent on
   * to the provider; a client of another origin opens its window with this address.
   */
  @Get(':provider/authorize')
  @Public()
  @UseInterceptors(SendsOn)
  @ApiConflictResponse({ description: 'The operator has not said where the outside reaches this service.' })
  @ApiTooManyRequestsResponse({
    description: 'The client began too many; `Retry-After` tells when to come again.',
  })
  @ApiBadGatewayResponse(AWAY)
  @ApiGatewayTimeoutResponse(LATE)
  async authorize(
    @Param('provider') provider: string,
    @RequestHost() host: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuthorizationDto> {
    const { url, redirectUri, binding } = await this.signIn.begin(provider, host);
    bindBrowser(response, redirectUri, binding);
    return { url };
  }

  /**
   * Ends a sign-in. A browser that goes here gets a page that posts the same object, or the refusal, to the window that
   * opened it, if that is of the client's origin, and closes.
   */
  @Get(':provider/callback')
  @Public()
  @UseInterceptors(TellsOpener)
  @OutcomeResponse()
  @ApiBadGatewayResponse(AWAY)
  @ApiGatewayTimeoutResponse(LATE)
  async callback(
    @Param('provider') provider: string,
    @Query() answer: ProviderAnswerDto,
    @BrowserBinding() binding: ShownBinding,
  ): Promise<LinkedDto | UnlinkedDto> {
    return toOutcomeDto(await this.signIn.complete(provider, answer, binding));
  }

  /** Ends a sign-in whose answer the client passes on. */
  @Post(':provider/callback')
  @Public()
  @OutcomeResponse()
  @ApiBadGatewayResponse(AWAY)
  @ApiGatewayTimeoutResponse(LATE)
  async complete(
    @Param('provider') provider: string,
    @Body() answer: ProviderAnswerDto,
    @BrowserBinding() binding: ShownBinding,
  ): Promise<LinkedDto | UnlinkedDto> {
    return toOutcomeDto(await this.signIn.complete(provider, answer, binding));
  }

  /** Binds the person of the token to an account, and signs in. A wrong password does not use the token up. */
  @Post('bind')
  @Public()
  @ApiUnauthorizedResponse({ description: 'The name or the password is wrong.' })
  @ApiConflictResponse({ description: 'The person is bound to an account already.' })
  async bind(@Body() { bindToken, username, password }: BindDto): Promise<SessionDto> {
    return toSessionDto(await this.binding.bind(bindToken, username, password));
  }

  /**
   * Makes an account of the lowest role with the address that the provider vouches for, binds the person of the token
   * to it, and signs in. It has no password until one is set by `POST /api/auth/forgot-password/reset`.
   */
  @Post('register-and-bind')
  @Public()
  @Created()
  @ApiForbiddenResponse({ description: 'People may not make accounts for themselves here.' })
  @ApiConflictResponse({
    description:
      'The username is taken; or the address, to whose account one must bind; or the person is bound already.',
  })
  async registerAndBind(@Body() { bindToken, username }: RegisterAndBindDto): Promise<SessionDto> {
    return toSessionDto(await this.binding.register(bindToken, username));
  }
}
