import { DomainError, type ErrorKind } from '@app/kernel';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';

const STATUS: Partial<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
};

/** Answers every error as `{error}`, which is a message for people. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const [status, message] = this.answerTo(error);
    if (status >= 500) this.logger.error(error);
    response.status(status).json({ error: message });
  }

  private answerTo(error: unknown): [status: number, message: string] {
    if (error instanceof DomainError) return [STATUS[error.kind] ?? 500, error.message];
    if (error instanceof HttpException) return [error.getStatus(), error.message];
    return [500, 'The gateway failed.'];
  }
}
