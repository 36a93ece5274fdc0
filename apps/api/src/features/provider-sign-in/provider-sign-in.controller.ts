import { Public } from '@app/auth';
import { ProviderBindingService, ProviderSignInService, type ShownBinding } from '@app/domain';
import {
  Body,
  type CallHandler,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Injectable,
  type NestInterceptor,
  Param,
  Post,
  Query,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiGatewayTimeoutResponse,
  ApiOkResponse,
  ApiParam,
  ApiSeeOtherResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map } from 'rxjs';
import { isNavigation } from '../../http/pages/is-navigation';
import { Created } from '../../http/reference/responses.decorator';
import { SessionDto, toSessionDto } from '../auth/auth.dto';
import { bindBrowser, BrowserBinding } from './browser-binding';
import { OutcomeOrPageResponse, OutcomeResponse } from './outcome-response.decorator';
import { PopupPageInterceptor } from './popup-page.interceptor';
import {
  AuthorizationDto,
  BindDto,
  type LinkedDto,
  ProviderAnswerDto,
  ProvidersDto,
  RegisterAndBindDto,
  toOutcomeDto,
  type UnlinkedDto,
} from './provider-sign-in.dto';

/** If a browser opens the route as a page, redirects the browser to the `url` in the route's answer. */
@Injectable()
class RedirectInterceptor implements NestInterceptor<AuthorizationDto, AuthorizationDto | undefined> {
  intercept(context: ExecutionContext, next: CallHandler<AuthorizationDto>) {
    const http = context.switchToHttp();
    if (!isNavigation(http.getRequest<Request>())) return next.handle();
    return next.handle().pipe(
      map(({ url }) => {
        http.getResponse<Response>().redirect(303, url);
        return undefined;
      }),
    );
  }
}

/** The host and port in the caller's `Host` header. */
const RequestHost = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().headers.host,
);

const PROVIDER = {
  name: 'provider',
  description: 'Id of the provider, from `GET /api/auth/oauth/providers`.',
  schema: { type: 'string' },
} as const;
const AWAY = { description: 'The provider cannot be reached or failed.' };
const LATE = { description: 'The provider did not answer in time.' };

@ApiTags('Provider sign-in')
@Controller('auth/oauth')
export class ProviderSignInController {
  constructor(
    private readonly signIn: ProviderSignInService,
    private readonly binding: ProviderBindingService,
  ) {}

  /** List the sign-in providers. Only configured providers are listed. */
  @Get('providers')
  @Public()
  providers(): ProvidersDto {
    return { providers: this.signIn.list() };
  }

  /**
   * Start a provider sign-in. It must be completed within 10 minutes in the same browser. If a browser opens this
   * address as a page, it is redirected to the provider. A client on another origin can open the address in a popup
   * window.
   */
  @Get(':provider/authorize')
  @ApiParam(PROVIDER)
  @Public()
  @UseInterceptors(RedirectInterceptor)
  @ApiOkResponse({ type: AuthorizationDto })
  @ApiSeeOtherResponse({ description: 'A browser that opens the address as a page goes to the provider.' })
  @ApiConflictResponse({
    description: 'The public address of this service is not configured (`PUBLIC_URL`).',
  })
  @ApiTooManyRequestsResponse({
    description: 'The client started too many sign-ins. Try again after `Retry-After` seconds.',
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
   * Complete a provider sign-in in the browser. If a browser opens this address as a page, it gets a page that posts
   * the answer or the error to its opener and then closes itself. The page posts only to the configured client origin.
   */
  @Get(':provider/callback')
  @ApiParam(PROVIDER)
  @Public()
  @UseInterceptors(PopupPageInterceptor)
  @OutcomeOrPageResponse()
  async callback(
    @Param('provider') provider: string,
    @Query() answer: ProviderAnswerDto,
    @BrowserBinding() binding: ShownBinding,
  ): Promise<LinkedDto | UnlinkedDto> {
    return toOutcomeDto(await this.signIn.complete(provider, answer, binding));
  }

  /** Complete a provider sign-in from the client. The body contains the query parameters of the provider's redirect. */
  @Post(':provider/callback')
  @ApiParam(PROVIDER)
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

  /**
   * Bind a provider identity to an account. The user is signed in. After a wrong password, the bind token stays valid.
   */
  @Post('bind')
  @Public()
  @ApiUnauthorizedResponse({ description: 'The username or the password is wrong.' })
  @ApiConflictResponse({ description: 'The identity is already bound to an account.' })
  async bind(@Body() { bindToken, username, password }: BindDto): Promise<SessionDto> {
    return toSessionDto(await this.binding.bind(bindToken, username, password));
  }

  /**
   * Register an account and bind a provider identity to it. The account gets the role `viewer` and the e-mail address
   * that the provider has verified. The user is signed in. The account has no password until
   * `POST /api/auth/forgot-password/reset` sets one.
   */
  @Post('register-and-bind')
  @Public()
  @Created()
  @ApiForbiddenResponse({ description: 'Registration is disabled on this platform.' })
  @ApiConflictResponse({
    description:
      'The username is taken, the e-mail address has an account (bind to it instead), or the identity is already bound.',
  })
  async registerAndBind(@Body() { bindToken, username }: RegisterAndBindDto): Promise<SessionDto> {
    return toSessionDto(await this.binding.register(bindToken, username));
  }
}
