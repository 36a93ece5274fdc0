import type { Client } from 'openapi-fetch';
import { type CallResult, unwrap } from './api-error.js';
import type { paths } from './schema.js';

/** A list in pages, as the reference describes it. */
interface PagedRoute {
  parameters: { query?: { page?: number; after?: string; limit?: number }; path?: unknown };
  responses: {
    200: { headers: { 'X-Total-Count'?: number }; content: { 'application/json': readonly unknown[] } };
  };
}

/** The paths of all lists that have pages. */
export type PagedPath = {
  [Path in keyof paths]: paths[Path] extends { get: PagedRoute } ? Path : never;
}[keyof paths];

type RouteOf<Path extends PagedPath> = paths[Path] extends { get: infer Route extends PagedRoute }
  ? Route
  : never;

/** An item of the list at this path. */
export type ItemOf<Path extends PagedPath> =
  RouteOf<Path>['responses'][200]['content']['application/json'][number];

type Parameters<Path extends PagedPath> = RouteOf<Path>['parameters'];

export type ListOptions<Path extends PagedPath> = {
  /** Filters of the list, and the items per page as `limit`. */
  query?: Omit<NonNullable<Parameters<Path>['query']>, 'page' | 'after'>;
  signal?: AbortSignal;
} & (Parameters<Path> extends { path: infer Values } ? { path: Values } : { path?: never });

export interface Page<Item> {
  items: Item[];
  /** The number of items on all pages. */
  total: number;
  /** False if there are more items than `total`. */
  totalIsExact: boolean;
}

/**
 * Returns a page of a list with the total: `await unwrapPage(api.GET('/api/alerts', …))`.
 * @throws ApiError if the API has answered with an error status
 */
export async function unwrapPage<Item>(call: Promise<CallResult<Item[]>>): Promise<Page<Item>> {
  const items = await unwrap(call);
  const { headers } = (await call).response;
  return {
    items,
    total: Number(headers.get('x-total-count')),
    totalIsExact: headers.get('x-total-count-exact') !== 'false',
  };
}

/** The largest page that the API returns. */
const LIMIT = 200;

/** Options are optional unless the path has parameters. */
export type ListArguments<Path extends PagedPath> =
  Parameters<Path> extends { path: object } ? [options: ListOptions<Path>] : [options?: ListOptions<Path>];

/**
 * Reads a list page by page, along the `next` links. Items that are added or deleted meanwhile cause no other item to be
 * missed or returned twice.
 * @throws ApiError
 */
export async function* pagesOf<Path extends PagedPath>(
  api: Client<paths>,
  path: Path,
  options: Partial<ListOptions<Path>> = {},
): AsyncGenerator<Page<ItemOf<Path>>, void, undefined> {
  let after: string | undefined;
  do {
    const params = { path: options.path, query: { limit: LIMIT, ...options.query, after } };
    // The compiler cannot relate the parameters of an unknown path to those of the call.
    const call = api.GET(
      path as '/api/alerts',
      { params, signal: options.signal } as Record<string, unknown>,
    );
    yield await unwrapPage(call);
    const { response } = await call;
    after = nextCursor(response);
  } while (after !== undefined);
}

/** Returns the cursor in the `next` link; undefined on the last page. */
function nextCursor({ headers }: Response): string | undefined {
  const [, address] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URL(address, 'http://localhost').searchParams.get('after') ?? undefined;
}

/**
 * Reads a list item by item.
 * @throws ApiError
 */
export async function* itemsOf<Path extends PagedPath>(
  api: Client<paths>,
  path: Path,
  options?: Partial<ListOptions<Path>>,
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  for await (const { items } of pagesOf(api, path, options)) yield* items;
}
