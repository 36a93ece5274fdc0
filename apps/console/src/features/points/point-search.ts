import { readCount, readText } from '../../app/search-fields';

export const VIEWS = ['points', 'overrides', 'writes'] as const;
export type View = (typeof VIEWS)[number];

/** The shown list, its filters and page, and the opened point, as in the address. */
export interface PointSearch {
  /** By default, the points. */
  view?: View;
  /** The beginning of a word of the name or of the code. */
  text?: string;
  /** The id of an object: only its points. */
  object?: number;
  page?: number;
  /** The id of the point whose details are open. */
  point?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readPointSearch(search: Record<string, unknown>): PointSearch {
  return {
    view: VIEWS.find((value) => value === search.view),
    text: readText(search.text),
    object: readCount(search.object),
    page: readCount(search.page),
    point: readCount(search.point),
  };
}
