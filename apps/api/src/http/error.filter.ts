import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { answerTo } from './error-answer';
import { sendError } from './send-error';

/** Answers every error of every route and of what stands before the routes. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  private readonly logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const answer = answerTo(error);
    if (answer.status >= 500) this.log(error, answer.status);
    if (response.headersSent) {
      // What was begun cannot be taken back: the client must see that it broke off.
      if (!response.writableEnded) response.destroy();
      return;
    }
    sendError(response, answer);
  }

  /** A fault of ours with its stack; what is down around us in one line, for there may be many. */
  private log(error: unknown, status: number): void {
    if (status === 500) this.logger.error({ err: error }, 'A request failed');
    else this.logger.warn({ status }, error instanceof Error ? error.message : 'A request failed');
  }
}
