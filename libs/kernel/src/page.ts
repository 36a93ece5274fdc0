import { say } from './messages';
import { DomainError } from './domain-error';

/**
 * The number of items of a list that clients can reach by page number. Further items are not counted, and are reached
 * by cursor only.
 */
export const LIST_REACH = 10_000;

/** The requested part of a list. */
export interface PageRequest {
  /** The page number, starting at 1, which is the default. The page must begin within the first `LIST_REACH` items. */
  page?: number;
  /** The cursor `next` of an earlier page, instead of a page number. */
  after?: string;
  /** Maximum number of items on one page. */
  limit: number;
}

/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** The total number of items on all pages. If `exact` is false, there are more items than this. */
  total: number;
  exact: boolean;
  /** The cursor of the next page; undefined on the last page. */
  next?: string;
}

/** Returns the page with each item converted by `map`. */
export function mapPage<From, To>({ items, ...rest }: Page<From>, map: (item: From) => To): Page<To> {
  return { ...rest, items: items.map((item) => map(item)) };
}

/**
 * Converts positions in the order of a list to cursors and back. A position is the values of the columns of the order,
 * so a cursor stays valid if its item is deleted.
 */
export class ListCursors {
  /**
   * @param order names the order. A cursor of another order is refused
   * @param isPosition checks the values of a cursor, because clients can forge cursors
   */
  constructor(
    private readonly order: string,
    private readonly isPosition: (values: readonly unknown[]) => boolean,
  ) {}

  /** @param position numbers, texts and `Date`s */
  cursorOf(position: readonly unknown[]): string {
    return Buffer.from(JSON.stringify([this.order, ...position])).toString('base64url');
  }

  /** Returns the position. A `Date` is returned as ISO 8601 text. @throws DomainError invalid */
  positionOf(cursor: string): unknown[] {
    const [order, ...position] = contentOf(cursor);
    if (order === this.order && this.isPosition(position)) return position;
    throw DomainError.invalid('The cursor is not valid for this list.', [
      { path: 'after', ...say('wrong_cursor') },
    ]);
  }

  /**
   * Returns a page of a list in memory.
   * @param items the whole list, in the order of `keyOf`. Each item has a key of its own, which is its position
   */
  pageOf<Item>(
    items: readonly Item[],
    keyOf: (item: Item) => string | number,
    { page = 1, after, limit }: PageRequest,
  ): Page<Item> {
    const [key] = after === undefined ? [] : (this.positionOf(after) as [string | number]);
    const rest =
      key === undefined ? items.slice((page - 1) * limit) : items.filter((item) => keyOf(item) > key);
    const shown = rest.slice(0, limit);
    const last = shown.at(-1);
    return {
      next: last !== undefined && rest.length > limit ? this.cursorOf([keyOf(last)]) : undefined,
      items: shown,
      total: Math.min(items.length, LIST_REACH),
      exact: items.length <= LIST_REACH,
    };
  }
}

function contentOf(cursor: string): unknown[] {
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(content) ? content : [];
  } catch {
    return [];
  }
}
