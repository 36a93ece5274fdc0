/**
 * The number of items of a list that clients can reach by page number. Further items are neither returned nor counted.
 */
export const LIST_REACH = 10_000;

/** The requested part of a list. */
export interface PageRequest {
  /** The page number, starting at 1. The page must begin within the first `LIST_REACH` items. */
  page: number;
  /** Maximum number of items on one page. */
  limit: number;
}

/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** The total number of items on all pages. If `exact` is false, there are more items than this. */
  total: number;
  exact: boolean;
}

/** Returns the page with each item converted by `map`. */
export function mapPage<From, To>({ items, ...rest }: Page<From>, map: (item: From) => To): Page<To> {
  return { ...rest, items: items.map((item) => map(item)) };
}
