import type { ErrorDetail } from '@app/kernel';
import type { Response } from 'express';
import { sendJson } from './send-json';

/** How an error is answered. `code` and `details` are for client errors: a server error has the framework's body. */
export interface ErrorAnswer {
  status: number;
  code: string;
  message: string;
  details?: ErrorDetail[];
  retryAfterSeconds?: number;
}

export function sendError(response: Response, answer: ErrorAnswer): void {
  const { status, code, message, details, retryAfterSeconds } = answer;
  response.status(status);
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', Math.ceil(retryAfterSeconds));
  const body = status >= 500 ? { statusCode: status, message } : { error: message, code, details };
  sendJson(response, JSON.stringify(body));
}
