import { currentRequest } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { OUTCOME_UNKNOWN } from './error-answer';
import { type ErrorAnswer, sendError } from './send-error';

/** These methods write nothing. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const logger = new Logger('Http');
const deadlines = new WeakMap<Request, RequestDeadline>();

/**
 * Answers for a route that has not begun to answer within `limitMs`, so that no client waits for a database or queue
 * that hangs. The request is abandoned then, as it is when its connection is lost before the answer: see
 * `RequestScope.abandoned`.
 */
export function requestDeadline(limitMs: number) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const scope = currentRequest();
    const abandon = (): void => {
      if (scope) scope.abandoned = true;
    };
    const deadline = new RequestDeadline(limitMs, () => {
      if (response.headersSent) return;
      abandon();
      logger.warn(`A request was not answered in ${limitMs} ms`);
      sendError(response, lateAnswer(request.method));
    });
    deadlines.set(request, deadline);
    response.once('close', () => {
      deadline.stop();
      if (!response.writableFinished) abandon();
    });
    next();
  };
}

/** Runs `work`, in which we wait for the client: that time does not count. */
export async function outsideDeadline(request: Request, work: () => Promise<void>): Promise<void> {
  const deadline = deadlines.get(request);
  // The usual case: the body came with the headers.
  if (!deadline || request.complete) return work();
  deadline.stop();
  try {
    await work();
  } finally {
    if (!request.res?.closed) deadline.start();
  }
}

class RequestDeadline {
  private timer: NodeJS.Timeout | undefined;
  private startedAtMs = 0;

  constructor(
    private leftMs: number,
    private readonly onReached: () => void,
  ) {
    this.start();
  }

  start(): void {
    this.startedAtMs = performance.now();
    this.timer = setTimeout(this.onReached, this.leftMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.leftMs -= performance.now() - this.startedAtMs;
  }
}

/** 503 promises that nothing was written. For a write that hangs, nobody knows. */
function lateAnswer(method: string): ErrorAnswer {
  return SAFE_METHODS.has(method)
    ? { status: 503, code: 'timeout', message: 'The service is too busy.', retryAfterSeconds: 5 }
    : OUTCOME_UNKNOWN;
}
