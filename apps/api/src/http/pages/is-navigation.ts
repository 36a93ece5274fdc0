import type { Request } from 'express';

/** Returns true if a browser opens the address as a page, and false if a program sends the request. */
export function isNavigation(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}
