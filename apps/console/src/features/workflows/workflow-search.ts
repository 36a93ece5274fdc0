import { readCount, readText } from '../../app/search-fields';

/** The search and the page of the list of workflows, as in the address. */
export interface WorkflowSearch {
  /** The beginning of a word of the name. */
  search?: string;
  page?: number;
}

/** Reads the search of an address. Invalid values become undefined, because the router keeps omitted fields. */
export function readWorkflowSearch({ search, page }: Record<string, unknown>): WorkflowSearch {
  return { search: readText(search), page: readCount(page) };
}
