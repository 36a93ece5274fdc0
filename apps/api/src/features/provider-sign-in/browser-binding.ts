import { ATTEMPT_LIFETIME_SECONDS, type ShownBinding } from '@app/domain';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Request, Response } from 'express';

const COOKIE = 'plantroom_sign_in';
/** Browsers accept a cookie with the prefix `__Secure-` only over HTTPS, so a plain HTTP page cannot replace it. */
const SECURE_COOKIE = `__Secure-${COOKIE}`;

/**
 * Binds a sign-in to the browser that starts it, by a cookie. The browser must send the cookie when the provider
 * redirects the browser back. A new sign-in with the same provider replaces the cookie. The cookie is `SameSite=Lax`,
 * because the redirect comes from another site.
 */
export function bindBrowser(response: Response, redirectUri: string, binding: string): void {
  response.cookie(cookieFor(redirectUri), binding, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(redirectUri),
    path: new URL(redirectUri).pathname,
    maxAge: ATTEMPT_LIFETIME_SECONDS * 1000,
  });
}

/** The cookie that the browser sends back. */
export const BrowserBinding = createParamDecorator((_: unknown, context: ExecutionContext): ShownBinding => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  const cookies = new Map((headers.cookie ?? '').split(';').map(nameAndValue));
  return (redirectUri) => cookies.get(cookieFor(redirectUri));
});

function isSecure(redirectUri: string): boolean {
  return new URL(redirectUri).protocol === 'https:';
}

function cookieFor(redirectUri: string): string {
  return isSecure(redirectUri) ? SECURE_COOKIE : COOKIE;
}

function nameAndValue(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  return [name.trim(), value.join('=').trim()];
}
