import { TermSearch, WORDS } from '@app/entities';

/** Finds workflows by their names. */
export const WORKFLOW_SEARCH = new TermSearch<string>({
  table: 'workflow_search_term',
  idColumn: 'workflow_id',
  idType: 'text',
  records: 'workflows',
  parts: WORDS,
});
