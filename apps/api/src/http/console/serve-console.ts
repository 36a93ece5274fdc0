import { randomBytes } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { isNavigation } from '../pages/is-navigation';
import type { KnownRoute } from '../reference/known-paths';
import type { ConsoleAsset, ConsoleFiles, Encoding } from './console-files';

/** Paths of the files of the console. Its pages have any other path. */
export const CONSOLE_ROUTES: readonly KnownRoute[] = [{ method: 'GET', path: '/assets/*path' }];

const METHODS = new Set(['GET', 'HEAD']);
/** The build writes this text wherever the page needs the nonce. */
const NONCE = /__CSP_NONCE__/g;
/** The smallest one first. Browsers accept all of them alike, and name gzip first. */
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/**
 * Serves the console. A browser that opens a path without a route gets its page, which shows what belongs to the path.
 * @param routes the routes of the api; no page of the console begins with the first segment of one of them
 */
export function serveConsole(
  app: NestExpressApplication,
  { page, assets }: ConsoleFiles,
  routes: readonly KnownRoute[],
): void {
  const taken = new Set([...routes, ...CONSOLE_ROUTES].map(({ path }) => firstSegment(path)));
  taken.delete('');
  app.use((request: Request, response: Response, next: NextFunction): void => {
    const asset = assets.get(request.path);
    if (!METHODS.has(request.method)) next();
    else if (asset) sendAsset(request, response, asset);
    else if (!taken.has(firstSegment(request.path)) && isNavigation(request)) sendPage(response, page);
    else next();
  });
}

function firstSegment(path: string): string {
  return (path.split('/', 2)[1] ?? '').toLowerCase();
}

/** Browsers keep the file for a year, because another content would have another name. */
function sendAsset(request: Request, response: Response, { type, contents }: ConsoleAsset): void {
  const isUsable = (encoding: Encoding) => contents[encoding] && request.acceptsEncodings(encoding);
  const encoding = ENCODINGS.find(isUsable) ?? 'identity';
  const content = contents[encoding] ?? contents.identity;
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response
    .setHeader('Content-Type', type)
    .setHeader('Content-Length', content.length)
    .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    .setHeader('Vary', 'Accept-Encoding')
    .end(content);
}

function sendPage(response: Response, page: string): void {
  const nonce = randomBytes(16).toString('base64');
  response
    .setHeader('Content-Security-Policy', policyOf(nonce))
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .setHeader('Cache-Control', 'no-cache')
    .setHeader('Vary', 'Accept')
    .end(page.replace(NONCE, nonce));
}

/** Allows scripts and style sheets of this service, and style elements that the scripts of the page create. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Avatars are fetched with the access token, so the page shows them from memory.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Reports are fetched with the access token, too, and shown by the viewer of the browser.
    'frame-src blob:',
    // Models contain buffers as such addresses. They lead to no server.
    "connect-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
