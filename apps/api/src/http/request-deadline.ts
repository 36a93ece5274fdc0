import { currentRequest } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { OUTCOME_UNKNOWN } from './error-answer';
import { type ErrorAnswer, sendError } from './send-error';

/** Nothing is written by these, whatever becomes of them. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers for a route that has not begun to answer within `limitMs`, so that no client waits for a database or queue
 * that hangs. Uploads may take longer to arrive: they are left alone.
 */
export function requestDeadline(limitMs: number) {
  const logger = new Logger('Http');
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.headers['content-type']?.startsWith('multipart/')) {
      next();
      return;
    }
    const scope = currentRequest();
    const end = (): void => {
      if (scope) scope.over = true;
    };
    const timer = setTimeout(() => {
      if (response.headersSent) return;
      end();
      logger.warn(`A request was not answered in ${limitMs} ms`);
      sendError(response, lateAnswer(request.method));
    }, limitMs);
    response.once('close', () => {
      clearTimeout(timer);
      end();
    });
    next();
  };
}

/** 503 promises that nothing was written, which of a write that hangs nobody knows. */
function lateAnswer(method: string): ErrorAnswer {
  return SAFE_METHODS.has(method)
    ? { status: 503, code: 'timeout', message: 'The service is too busy.', retryAfterSeconds: 5 }
    : OUTCOME_UNKNOWN;
}
