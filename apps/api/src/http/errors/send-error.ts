import type { ErrorDetail, Message } from '@app/kernel';
import type { Response } from 'express';
import { sendJson } from './send-json';

/** The content of an error answer. `details` are for client errors only. */
export interface ErrorAnswer {
  status: number;
  code: string;
  message: string;
  /** The sentence with its own code and its values. */
  reason?: Message;
  details?: ErrorDetail[];
  retryAfterSeconds?: number;
}

export function sendError(response: Response, answer: ErrorAnswer): void {
  const { status, retryAfterSeconds } = answer;
  response.status(status);
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', Math.ceil(retryAfterSeconds));
  sendJson(response, errorText(answer));
}

/** The JSON body of an error. A server error also has the fields `statusCode` and `message` of Nest's own errors. */
export function errorText({ status, code, message, reason, details }: ErrorAnswer): string {
  const saysMore = reason && (reason.code !== code || Object.keys(reason.values).length > 0);
  const body = { error: message, code, ...(saysMore && { reason }) };
  return JSON.stringify(status >= 500 ? { statusCode: status, message, ...body } : { ...body, details });
}
