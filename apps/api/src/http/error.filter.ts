import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { currentRequest, RequestAbandoned } from '@app/kernel';
import { answerTo } from './error-answer';
import { type ErrorAnswer, sendError } from './send-error';

/** Answers every error of every route and of what stands before the routes. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  private readonly logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const answer = answerTo(error, (currentRequest()?.writes ?? 0) > 0);
    // The deadline has logged it, or the client went away: there may be many of these at once.
    if (answer.status >= 500 && !(error instanceof RequestAbandoned)) this.log(error, answer);
    if (response.headersSent) {
      // What was begun cannot be taken back: the client must see that it broke off.
      if (!response.writableEnded) response.destroy();
      return;
    }
    sendError(response, answer);
  }

  /** A fault of this service with its stack; an outage of a dependency in one line, because it fails many requests. */
  private log(error: unknown, { status, code }: ErrorAnswer): void {
    if (code === 'internal_error') this.logger.error({ err: error }, 'A request failed');
    else this.logger.warn({ status, code }, error instanceof Error ? error.message : 'A request failed');
  }
}
