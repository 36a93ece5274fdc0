/** Which part of a list is asked for. */
export interface PageRequest {
  /** From 1. */
  page: number;
  /** The most items that one page has. */
  limit: number;
}

/** One page of a list that is longer. */
export interface Page<T> {
  items: T[];
  /** How many there are on all pages. */
  total: number;
}
