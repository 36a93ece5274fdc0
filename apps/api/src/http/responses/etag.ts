import type { Request } from 'express';

/**
 * True if the client already has the content with this ETag. Express would ignore the condition of a client that also
 * sends `Cache-Control: no-cache`, as `fetch` does.
 */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.get('If-None-Match')?.split(',') ?? [];
  return known.some((sent) => [etag, '*'].includes(sent.trim().replace(/^W\//, '')));
}
