import type { Request } from 'express';
import { DEFAULT_LIMIT } from './page.dto';

/** The headers of one page out of `total` items. */
export function pagingHeaders(request: Request, total: number): Record<string, string> {
  const page = numberIn(request.query.page) ?? 1;
  const limit = numberIn(request.query.limit) ?? DEFAULT_LIMIT;
  const last = Math.max(1, Math.ceil(total / limit));
  const pages = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
  const links = Object.entries(pages).map(([rel, to]) => `<${addressOf(request, to, limit)}>; rel="${rel}"`);
  return { 'X-Total-Count': String(total), Link: links.join(', ') };
}

/** Relative, for only the client knows under which name it reached us. All other parameters stay. */
function addressOf({ originalUrl }: Request, page: number, limit: number): string {
  const { pathname, searchParams } = new URL(originalUrl, 'http://localhost');
  searchParams.set('page', String(page));
  searchParams.set('limit', String(limit));
  return `${pathname}?${searchParams.toString()}`;
}

/** The query was checked before the route was called: what is there is a number. */
function numberIn(text: unknown): number | undefined {
  return typeof text === 'string' ? Number(text) : undefined;
}
