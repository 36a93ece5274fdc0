import type { Response } from 'express';

/** Sends JSON text without the content negotiation, ETag and freshness check that Express does for each body. */
export function sendJson(response: Response, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
