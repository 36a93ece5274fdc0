import { ATTEMPT_LIFETIME_SECONDS, type ShownBinding } from '@app/domain';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Request, Response } from 'express';

const COOKIE = 'plantroom_sign_in';
/** Browsers take a cookie of such a name over https alone, and let no plain page put another in its place. */
const SECURE_COOKIE = `__Secure-${COOKIE}`;

/**
 * Leaves with the browser that begins what it must show when it comes back. Another sign-in with the same provider
 * takes its place. `Lax`: the provider leads back by a link, from another site.
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

/** What the browser shows of what it was left with. */
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
