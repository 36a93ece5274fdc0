import { LIST_REACH, type Page, type PageRequest } from '@app/kernel';

const PAGE = 200;

/** Records of a list, newest first. */
export interface NewestRecords<Item> {
  items: Item[];
  /** False if the list has more records than can be read. */
  isComplete: boolean;
}

/**
 * Reads a list page by page, at most as many records as a list has pages for.
 * @param isOver returns true for the first record that is too old
 */
export async function newestRecords<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  isOver: (item: Item) => boolean = () => false,
): Promise<NewestRecords<Item>> {
  const items: Item[] = [];
  for (let page = 1; page * PAGE <= LIST_REACH; page++) {
    const { items: found } = await read({ page, limit: PAGE });
    for (const item of found) {
      if (isOver(item)) return { items, isComplete: true };
      items.push(item);
    }
    if (found.length < PAGE) return { items, isComplete: true };
  }
  return { items, isComplete: false };
}
