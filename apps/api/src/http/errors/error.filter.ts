import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { currentRequest, RequestAbandoned } from '@app/kernel';
import { answerTo } from './error-answer';
import { type ErrorAnswer, sendError } from './send-error';

/** The file store logs these errors itself, at most once a minute. */
const LOGGED_BY_STORE = new Set(['storage_full', 'storage_failed']);

/** Answers the errors of every route and of the middleware in front of the routes. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  private readonly logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const answer = answerTo(error, (currentRequest()?.writes ?? 0) > 0);
    // An abandoned request is not logged here: its timeout is logged already, or its client has disconnected.
    if (answer.status >= 500 && !(error instanceof RequestAbandoned) && !LOGGED_BY_STORE.has(answer.code)) {
      this.log(error, answer);
    }
    if (response.headersSent) {
      // The answer has already started, so the connection is closed to show the client that it failed.
      if (!response.writableEnded) response.destroy();
      return;
    }
    sendError(response, answer);
  }

  /**
   * Logs a defect of this service with its stack. Logs an outage of a dependency in one line, because many requests
   * fail with the same error.
   */
  private log(error: unknown, { status, code }: ErrorAnswer): void {
    if (code === 'internal_error') this.logger.error({ err: error }, 'A request failed');
    else this.logger.warn({ status, code }, error instanceof Error ? error.message : 'A request failed');
  }
}
