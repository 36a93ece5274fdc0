import type { Page } from '@app/kernel';
import type { Request } from 'express';
import { DEFAULT_LIMIT, type PageQuery } from './page.dto';

/** The headers of one page: the total, and the addresses of the other pages. */
export function pagingHeaders(
  request: Request,
  { total, exact, next }: Page<unknown>,
): Record<string, string> {
  const page = numberIn(request.query.page) ?? 1;
  const limit = numberIn(request.query.limit) ?? DEFAULT_LIMIT;
  const lastPage = Math.max(1, Math.ceil(total / limit));
  const pages: Record<string, PageQuery> = {
    first: { page: 1, limit },
    ...(page > 1 && { prev: { page: Math.min(page - 1, lastPage), limit } }),
    ...(next !== undefined && { next: { after: next, limit } }),
    ...(exact && { last: { page: lastPage, limit } }),
  };
  const links = Object.entries(pages).map(([rel, to]) => `<${addressOf(request, to)}>; rel="${rel}"`);
  return { 'X-Total-Count': String(total), 'X-Total-Count-Exact': String(exact), Link: links.join(', ') };
}

/** Returns a relative address, because only the client knows the host name that it used. Keeps all other parameters. */
function addressOf({ originalUrl }: Request, { page, after, limit }: PageQuery): string {
  const { pathname, searchParams } = new URL(originalUrl, 'http://localhost');
  for (const [name, value] of Object.entries({ page, after, limit })) {
    if (value === undefined) searchParams.delete(name);
    else searchParams.set(name, String(value));
  }
  return `${pathname}?${searchParams.toString()}`;
}

/** The query has been validated, so a value is either missing or a number. */
function numberIn(text: unknown): number | undefined {
  return typeof text === 'string' ? Number(text) : undefined;
}
