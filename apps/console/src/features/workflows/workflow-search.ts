import { readCount, readText } from '../../app/search-fields';

/** The search and the page of the list of workflows, as in the address. */
export interface WorkflowSearch {
  /** The beginning of a word of the name. */
  search?: string;
  page?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readWorkflowSearch({ search, page }: Record<string, unknown>): WorkflowSearch {
  return { search: readText(search), page: readCount(page) };
}
