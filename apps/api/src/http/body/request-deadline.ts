import { currentRequest } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { OUTCOME_UNKNOWN } from '../errors/error-answer';
import { type ErrorAnswer, sendError } from '../errors/send-error';

/** The answer after the deadline if the request has written nothing. */
const LATE: ErrorAnswer = {
  status: 503,
  code: 'timeout',
  message: 'The service is too busy. Try again.',
  retryAfterSeconds: 5,
};

const logger = new Logger('Http');
/**
 * The deadline is a property of the request. A WeakMap would cost more: V8 keeps the values of an old WeakMap alive
 * during collections of the young generation, so each finished request would be moved to the old generation.
 */
const DEADLINE = Symbol('deadline');

interface TimedRequest extends Request {
  [DEADLINE]?: RequestDeadline;
}

/**
 * Sends an error if a route has not started its answer within `limitMs`, so that no client waits for a hanging database
 * or queue. The request is then abandoned, like a request whose connection is lost; see `RequestScope.abandoned`.
 */
export function requestDeadline(limitMs: number) {
  return (request: TimedRequest, response: Response, next: NextFunction): void => {
    const scope = currentRequest();
    const abandon = (): void => {
      if (scope) scope.abandoned = true;
    };
    const deadline = new RequestDeadline(limitMs, () => {
      if (response.headersSent) return;
      abandon();
      logger.warn(`A request was not answered within ${limitMs} ms`);
      sendError(response, scope?.mayWrite ? OUTCOME_UNKNOWN : LATE);
    });
    request[DEADLINE] = deadline;
    response.once('close', () => {
      deadline.stop();
      if (!response.writableFinished) abandon();
    });
    next();
  };
}

/** Runs `work`, which waits for the client, without counting its time towards the deadline. */
export async function outsideDeadline(request: TimedRequest, work: () => Promise<void>): Promise<void> {
  const deadline = request[DEADLINE];
  // Usually the body arrived with the headers, so `work` does not wait for the client.
  if (!deadline || request.complete) return work();
  deadline.stop();
  try {
    await work();
  } finally {
    if (!request.res?.closed) deadline.start();
  }
}

/**
 * Stops the deadline for good and runs `work`, which has a time limit of its own. The route must answer right after
 * `work`.
 */
export function beyondDeadline<T>(request: TimedRequest, work: () => Promise<T>): Promise<T> {
  request[DEADLINE]?.stop();
  return work();
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
