import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { LANG, type PageLanguage } from './page-language';

export interface PageContent {
  language: PageLanguage;
  /** Plain text. It is also the heading. */
  title: string;
  /** HTML below the heading. */
  content: string;
}

interface Options {
  /** The sheet is inline. The page can load nothing else. */
  style: string;
  /** Whether the page has a form that is sent to this service. */
  hasForm: boolean;
  /** Whether search engines may list the page. */
  isListed: boolean;
}

/** A kind of page without scripts, in the language that the browser prefers. */
export class StaticPage {
  /** The `Content-Security-Policy` of the page. */
  readonly policy: string;

  constructor(private readonly options: Options) {
    const { style, hasForm } = options;
    const hash = createHash('sha256').update(style).digest('base64');
    this.policy =
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; ` +
      `form-action ${hasForm ? "'self'" : "'none'"}; frame-ancestors 'none'`;
  }

  render({ language, title, content }: PageContent): string {
    const { style, isListed } = this.options;
    return `<!doctype html>
<html lang="${LANG[language]}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${isListed ? '' : '<meta name="robots" content="noindex">\n'}<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>
`;
  }

  send(response: Response, status: number, content: PageContent): void {
    response
      .status(status)
      .setHeader('Content-Security-Policy', this.policy)
      .setHeader('Vary', 'Accept-Language')
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(this.render(content));
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
