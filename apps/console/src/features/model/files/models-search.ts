import { readCount, readText } from '../../../app/search-fields';

/** The choices of the page, as in the address. */
export interface ModelsSearch {
  search?: string;
  page?: number;
  /** The model whose details are open. */
  model?: number;
  /** Whether the form for a new model is open. */
  upload?: true;
}

export function readModelsSearch(raw: Record<string, unknown>): ModelsSearch {
  return {
    search: readText(raw['search']),
    page: readCount(raw['page']),
    model: readCount(raw['model']),
    upload: raw['upload'] === true || undefined,
  };
}
