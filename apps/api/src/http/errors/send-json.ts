import type { Response } from 'express';

/** Sends JSON without the content negotiation, ETag and freshness check that Express does for each body. */
export function sendJson(response: Response, body: string | Buffer): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
