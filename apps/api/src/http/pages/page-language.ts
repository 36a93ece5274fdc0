import type { Request } from 'express';

/** The languages of the pages that the service itself sends to browsers. */
export type PageLanguage = 'en' | 'zh';

/** The `lang` attribute of a page. */
export const LANG: Readonly<Record<PageLanguage, string>> = { en: 'en', zh: 'zh-CN' };

/** Returns the language of a page according to the header `Accept-Language` of the request. English is the default. */
export function pageLanguageOf(request: Request): PageLanguage {
  return request.acceptsLanguages(['en', 'zh']) === 'zh' ? 'zh' : 'en';
}
