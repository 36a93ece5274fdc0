import { readText } from '../../app/search-fields';

export const VIEWS = ['files', 'exports'] as const;
export const CATEGORIES = ['upload', 'export', 'report', 'backup'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface FileSearch {
  /** By default, all files. */
  view?: (typeof VIEWS)[number];
  category?: Category;
  /** The beginning of a name, or of a word in it. */
  search?: string;
  page?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readFileSearch({ view, category, search, page }: Record<string, unknown>): FileSearch {
  return {
    view: VIEWS.find((value) => value === view),
    category: CATEGORIES.find((value) => value === category),
    search: readText(search)?.slice(0, 254),
    page: Number.isSafeInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  };
}
