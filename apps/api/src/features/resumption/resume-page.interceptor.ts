import { DomainError } from '@app/kernel';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, map, type Observable, of } from 'rxjs';
import { isNavigation } from '../../http/pages/is-navigation';
import { type PageLanguage, pageLanguageOf } from '../../http/pages/page-language';
import { type Notice, noticePage, RESUME_PAGE } from './resume-page';

const STATUSES: Record<Notice, number> = { done: 202, used: 409, over: 409, unknown: 404 };

/** If a browser has sent the form of the page at a one-time address, replaces the answer or the error with a page. */
@Injectable()
export class ResumePageInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!isNavigation(request)) return next.handle();
    const send = (notice: Notice): void => {
      // If the request timed out, an answer has already been sent.
      if (!response.headersSent) sendNotice(response, pageLanguageOf(request), notice);
    };
    return next.handle().pipe(
      map(() => send('done')),
      catchError((error: unknown) => of(send(noticeOf(error)))),
    );
  }
}

/**
 * Returns the notice for an error that is caused by the state of the address.
 * @throws any other error unchanged
 */
export function noticeOf(error: unknown): Notice {
  if (error instanceof DomainError && error.kind === 'not_found') return 'unknown';
  if (error instanceof DomainError && error.code === 'already_resumed') return 'used';
  if (error instanceof DomainError && error.code === 'wait_timed_out') return 'over';
  throw error;
}

export function sendNotice(response: Response, language: PageLanguage, notice: Notice): void {
  RESUME_PAGE.send(response, STATUSES[notice], noticePage(language, notice));
}
