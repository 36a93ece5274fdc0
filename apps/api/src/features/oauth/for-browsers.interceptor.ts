import { Environment } from '@app/config';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, catchError, map, of } from 'rxjs';
import { answerTo } from '../../http/error-answer';
import type { AuthorizationDto } from './oauth.dto';
import { WORDINGS, sendPopupPage } from './popup-page';

/** True for a browser that goes to the address, and not a program that asks it. */
function isNavigation(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

/** Sends a browser that goes to a route on to the `url` that the route answers with. */
@Injectable()
export class SendsOn implements NestInterceptor<AuthorizationDto, AuthorizationDto | undefined> {
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

/** Gives a browser that goes to a route a page that tells the client what the route answers, or refuses. */
@Injectable()
export class TellsOpener implements NestInterceptor {
  constructor(private readonly environment: Environment) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!isNavigation(request)) return next.handle();
    const wording = WORDINGS[request.acceptsLanguages(['en', 'zh']) === 'zh' ? 'zh' : 'en'];
    const targetOrigin = this.clientOrigin(request);
    const tell = (status: number, data: unknown) => {
      // The deadline may have answered.
      if (!response.headersSent) sendPopupPage(response, { status, data, targetOrigin, wording });
    };
    return next.handle().pipe(
      map((outcome) => tell(200, outcome)),
      catchError((error: unknown) => {
        const { status, code, message } = answerTo(error);
        tell(status, { error: message, code });
        // Answered; but a failure is logged where all are.
        if (status >= 500) throw error;
        return of(undefined);
      }),
    );
  }

  /** Where the client is served from: the one origin that is configured, else this service's own. */
  private clientOrigin({ protocol, headers }: Request): string {
    const { CLIENT_ORIGIN, PUBLIC_URL } = this.environment;
    if (CLIENT_ORIGIN !== undefined) return CLIENT_ORIGIN;
    return new URL(PUBLIC_URL ?? `${protocol}://${headers.host}`).origin;
  }
}
