import { randomBytes } from 'node:crypto';
import type { Response } from 'express';

interface Wording {
  lang: string;
  done: string;
  failed: string;
}

export const WORDINGS: Record<'en' | 'zh', Wording> = {
  en: {
    lang: 'en',
    done: 'Done. You may close this window.',
    failed: 'The sign-in failed. You may close this window and try again.',
  },
  zh: { lang: 'zh-CN', done: '已完成，您可以关闭此窗口。', failed: '登录失败，您可以关闭此窗口后重试。' },
};

export interface PopupMessage {
  status: number;
  /** What the window that opened this one is told. */
  data: unknown;
  /** The one origin whose page may hear it. */
  targetOrigin: string;
  wording: Wording;
}

/** A page that tells the window that opened it, if that is of the one origin, and closes. */
export function sendPopupPage(
  response: Response,
  { status, data, targetOrigin, wording }: PopupMessage,
): void {
  const nonce = randomBytes(16).toString('base64');
  const page = `<!doctype html>
<html lang="${wording.lang}">
<meta charset="utf-8">
<title>Plantroom</title>
<p>${status < 400 ? wording.done : wording.failed}</p>
<script type="application/json" id="message">${embedded({ data, targetOrigin })}</script>
<script nonce="${nonce}">
  const { data, targetOrigin } = JSON.parse(document.getElementById('message').textContent);
  if (window.opener) {
    window.opener.postMessage(data, targetOrigin);
    window.close();
  }
</script>
</html>
`;
  response
    .status(status)
    .setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    // Else the browser would part this window from the one that opened it.
    .setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .end(page);
}

/** JSON in which nothing ends the element that it stands in. */
function embedded(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
