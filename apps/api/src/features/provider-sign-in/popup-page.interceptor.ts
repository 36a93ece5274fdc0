import { Environment } from '@app/config';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, catchError, map, of } from 'rxjs';
import { answerTo } from '../../http/errors/error-answer';
import { pageLanguageOf } from '../../http/pages/page-language';
import { isNavigation } from '../../http/pages/is-navigation';
import { sendPopupPage } from './popup-page';

/**
 * If a browser opens the route as a page, replaces the answer with a popup page. The page posts the answer or the error
 * to the client's window.
 */
@Injectable()
export class PopupPageInterceptor implements NestInterceptor {
  constructor(private readonly environment: Environment) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!isNavigation(request)) return next.handle();
    const language = pageLanguageOf(request);
    const targetOrigin = this.clientOrigin(request);
    const send = (status: number, data: unknown) => {
      // If the request timed out, an answer has already been sent.
      if (!response.headersSent) sendPopupPage(response, { status, data, targetOrigin, language });
    };
    return next.handle().pipe(
      map((outcome) => send(200, outcome)),
      catchError((error: unknown) => {
        const { status, code, message } = answerTo(error);
        send(status, { error: message, code });
        // The browser has already received the page. The error is only thrown again so that it is logged.
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
