import { ATTEMPT_LIFETIME_SECONDS } from '@app/domain';
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
  const { protocol, pathname } = new URL(redirectUri);
  const secure = protocol === 'https:';
  response.cookie(secure ? SECURE_COOKIE : COOKIE, binding, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: pathname,
    maxAge: ATTEMPT_LIFETIME_SECONDS * 1000,
  });
}

/** What the browser was left with; undefined where it shows nothing. */
export const BrowserBinding = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  const cookies = new Map((headers.cookie ?? '').split(';').map(nameAndValue));
  return cookies.get(SECURE_COOKIE) ?? cookies.get(COOKIE);
});

function nameAndValue(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  return [name.trim(), value.join('=').trim()];
}
