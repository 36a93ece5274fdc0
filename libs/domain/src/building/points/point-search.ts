import { TermSearch, WORDS } from '@app/entities';

/** Finds points by their names and codes. */
export const POINT_SEARCH = new TermSearch({
  table: 'point_search_term',
  idColumn: 'point_id',
  records: 'points',
  parts: WORDS,
});
