import { TermSearch, WORDS } from '@app/entities';

/** Finds models by their names. */
export const MODEL_SEARCH = new TermSearch({
  table: 'model_search_term',
  idColumn: 'model_id',
  records: 'models',
  parts: WORDS,
});
