import { randomBytes } from 'node:crypto';
import { withTimeout } from '@app/kernel';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { isNavigation } from '../pages/is-navigation';
import type { KnownRoute } from '../reference/known-paths';
import type { ConsoleAsset, ConsoleFiles, Encoding } from './console-files';

/** The path of the console's files. The pages of the console have all paths that no route uses. */
export const CONSOLE_ROUTES: readonly KnownRoute[] = [{ method: 'GET', path: '/assets/*path' }];

/** The page does not wait longer for the address of the logo. */
const LOGO_WAIT_MS = 1000;
/**
 * An origin that is one source of a policy. In the host of an address, some characters become `;` or `,`, for example
 * the Greek question mark. They would end the directive.
 */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;
const METHODS = new Set(['GET', 'HEAD']);
/** The service worker of the console. It answers for all pages, and fetches only from this service. */
const WORKER = /^\/assets\/service-worker-/;
const WORKER_HEADERS = [
  ['Service-Worker-Allowed', '/'],
  ['Content-Security-Policy', "default-src 'none'; connect-src 'self'"],
] as const;
/** The build writes this placeholder where the page needs the nonce. */
const NONCE = /__CSP_NONCE__/g;
/**
 * Encodings in order of preference: the smaller result first. The order of the browser is not used, because browsers
 * accept all encodings equally and name gzip first.
 */
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/**
 * Serves the files of the console. A browser gets `page` at each path that does not belong to the api. The scripts of
 * the page then show the view for this path.
 * @param routes the routes of the api. A path belongs to the api if a route begins with the same segment
 * @param logoUrl reads the configured address of the logo, from whose origin the page may load images
 */
export function serveConsole(
  app: NestExpressApplication,
  { page, assets }: ConsoleFiles,
  routes: readonly KnownRoute[],
  logoUrl: () => Promise<string | null>,
): void {
  const taken = new Set([...routes, ...CONSOLE_ROUTES].map(({ path }) => firstSegment(path)));
  taken.delete('');
  app.use((request: Request, response: Response, next: NextFunction): Promise<void> | undefined => {
    const asset = assets.get(request.path);
    if (!METHODS.has(request.method)) next();
    else if (asset) sendAsset(request, response, asset);
    else if (taken.has(firstSegment(request.path)) || !isNavigation(request)) next();
    else return servePage(response, page, logoUrl);
    return undefined;
  });
}

function firstSegment(path: string): string {
  return (path.split('/', 2)[1] ?? '').toLowerCase();
}

/** Browsers may cache the file for a year, because a file with other content has another name. */
function sendAsset(request: Request, response: Response, { type, contents }: ConsoleAsset): void {
  const isUsable = (encoding: Encoding) => contents[encoding] && request.acceptsEncodings(encoding);
  const encoding = ENCODINGS.find(isUsable) ?? 'identity';
  const content = contents[encoding] ?? contents.identity;
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  if (WORKER.test(request.path)) {
    for (const [name, value] of WORKER_HEADERS) response.setHeader(name, value);
  }
  response
    .setHeader('Content-Type', type)
    .setHeader('Content-Length', content.length)
    .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    .setHeader('Vary', 'Accept-Encoding')
    .end(content);
}

async function servePage(
  response: Response,
  page: string,
  logoUrl: () => Promise<string | null>,
): Promise<void> {
  const origin = await originOf(logoUrl);
  // The time limit of requests may have answered meanwhile.
  if (!response.headersSent) sendPage(response, page, origin);
}

/** The origin of the logo, or null. If the database does not answer, the page is shown with the logo of the product. */
async function originOf(logoUrl: () => Promise<string | null>): Promise<string | null> {
  const url = await withTimeout(LOGO_WAIT_MS, logoUrl, tooSlow).catch(() => null);
  const origin = url !== null && URL.canParse(url) ? new URL(url).origin : '';
  return ORIGIN.test(origin) ? origin : null;
}

function tooSlow(): Error {
  return new Error('The configuration was not read in time.');
}

function sendPage(response: Response, page: string, logoOrigin: string | null): void {
  const nonce = randomBytes(16).toString('base64');
  response
    .setHeader('Content-Security-Policy', policyOf(nonce, logoOrigin))
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .setHeader('Cache-Control', 'no-cache')
    .setHeader('Vary', 'Accept')
    .end(page.replace(NONCE, nonce));
}

/** Allows scripts and style sheets of this service, and style elements that the scripts of the page create. */
function policyOf(nonce: string, logoOrigin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // The page fetches avatars with the access token, and shows them by `blob:` addresses.
    ['img-src', "'self'", 'data:', 'blob:', ...(logoOrigin === null ? [] : [logoOrigin])].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    // The page fetches reports with the access token, too. The viewer of the browser shows them.
    'frame-src blob:',
    // Models contain buffers as `data:` and `blob:` addresses. Browsers load them without a server.
    "connect-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
