import { TermSearch, WORDS } from '@app/entities';

/** Finds files by their names. */
export const FILE_SEARCH = new TermSearch<string>({
  table: 'file_search_term',
  idColumn: 'file_id',
  idType: 'text',
  records: 'files',
  parts: WORDS,
});
