import { readCount, readText } from '../../../app/search-fields';

/** The filters and the page of the list, and the opened object, as in the address. */
export interface ObjectSearch {
  /** The beginning of a word of the name or of the code. */
  text?: string;
  /** The id of a model: only its objects. */
  model?: number;
  page?: number;
  /** The id of the object whose details are open. */
  object?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readObjectSearch({ text, model, page, object }: Record<string, unknown>): ObjectSearch {
  return { text: readText(text), model: readCount(model), page: readCount(page), object: readCount(object) };
}
