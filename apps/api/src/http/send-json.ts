import type { Response } from 'express';

/** Sends `text`, which is JSON. Leaves out what Express does for any body: content negotiation, tags, freshness. */
export function sendJson(response: Response, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
