import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { LANG, type PageLanguage } from '../../http/pages/page-language';

interface Wording {
  done: string;
  failed: string;
}

const WORDINGS: Record<PageLanguage, Wording> = {
  en: {
    done: 'Done. You may close this window.',
    failed: 'The sign-in failed. You may close this window and try again.',
  },
  zh: { done: '已完成，您可以关闭此窗口。', failed: '登录失败，您可以关闭此窗口后重试。' },
};

export interface PopupMessage {
  status: number;
  /** The message for the window that opened this popup window. */
  data: unknown;
  /** The only origin that may receive the message. */
  targetOrigin: string;
  language: PageLanguage;
}

/**
 * Sends a page that posts the message to its opener and then closes itself. The browser drops the message if the origin
 * of the opener is not `targetOrigin`.
 */
export function sendPopupPage(
  response: Response,
  { status, data, targetOrigin, language }: PopupMessage,
): void {
  const { done, failed } = WORDINGS[language];
  const nonce = randomBytes(16).toString('base64');
  const page = `<!doctype html>
<html lang="${LANG[language]}">
<meta charset="utf-8">
<title>Plantroom</title>
<p>${status < 400 ? done : failed}</p>
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
    // With the policy of all other answers, this window could not reach the window that opened it.
    .setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .end(page);
}

/** Escapes JSON so that it cannot close the HTML element that contains it. */
function embedded(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
