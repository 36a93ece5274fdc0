/** How many items of a list can be reached by page number, and how far a list is counted. */
export const LIST_REACH = 10_000;

/** Which part of a list is asked for. */
export interface PageRequest {
  /** From 1; it begins within the first `LIST_REACH` items. */
  page: number;
  /** The most items on one page. */
  limit: number;
}

/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** The number of items on all pages; if `exact` is false there are more. */
  total: number;
  exact: boolean;
}

/** The same page with each item mapped. */
export function mapPage<From, To>({ items, ...rest }: Page<From>, map: (item: From) => To): Page<To> {
  return { ...rest, items: items.map((item) => map(item)) };
}
