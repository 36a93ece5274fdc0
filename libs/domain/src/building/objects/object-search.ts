import { TermSearch, WORDS } from '@app/entities';

/** Finds objects by their names and codes. */
export const OBJECT_SEARCH = new TermSearch({
  table: 'object_search_term',
  idColumn: 'object_id',
  records: 'objects',
  parts: WORDS,
});
