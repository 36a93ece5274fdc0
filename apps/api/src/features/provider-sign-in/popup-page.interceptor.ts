import { Environment } from '@app/config';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, catchError, map, of } from 'rxjs';
import { answerTo } from '../../http/errors/error-answer';
import { isNavigation } from './is-navigation';
import { WORDINGS, sendPopupPage } from './popup-page';

/**
 * For a browser that opens the route as a page, replaces the answer by a page that posts the answer or error to the
 * client's window.
 */
@Injectable()
export class PopupPageInterceptor implements NestInterceptor {
  constructor(private readonly environment: Environment) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!isNavigation(request)) return next.handle();
    const wording = WORDINGS[request.acceptsLanguages(['en', 'zh']) === 'zh' ? 'zh' : 'en'];
    const targetOrigin = this.clientOrigin(request);
    const send = (status: number, data: unknown) => {
      // The request's timeout may have sent an answer already.
      if (!response.headersSent) sendPopupPage(response, { status, data, targetOrigin, wording });
    };
    return next.handle().pipe(
      map((outcome) => send(200, outcome)),
      catchError((error: unknown) => {
        const { status, code, message } = answerTo(error);
        send(status, { error: message, code });
        // The browser has got its answer; the rethrown error is only logged.
        if (status >= 500) throw error;
        return of(undefined);
      }),
    );
  }

  /** The configured origin of the client, or this service's own origin. */
  private clientOrigin({ protocol, headers }: Request): string {
    const { CLIENT_ORIGIN, PUBLIC_URL } = this.environment;
    if (CLIENT_ORIGIN !== undefined) return CLIENT_ORIGIN;
    return new URL(PUBLIC_URL ?? `${protocol}://${headers.host}`).origin;
  }
}
