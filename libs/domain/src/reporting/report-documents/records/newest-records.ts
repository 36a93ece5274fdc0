import { LIST_REACH, type Page, type PageRequest } from '@app/kernel';

const PAGE = 200;

/** The newest records of a list, newest first. */
export interface NewestRecords<Item> {
  items: Item[];
  /** False if the list has more records than can be read. */
  isComplete: boolean;
}

/**
 * Reads a list page by page, up to the last page that a list can return.
 * @param isOver returns true for a record that is too old. That record and all older ones are left out
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
