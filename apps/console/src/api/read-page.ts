import { type Page, unwrap } from './plantroom';

interface ListCall<Item> {
  data?: Item[];
  error?: unknown;
  response: Response;
}

/**
 * Returns a page of a list with the total: `readPage(plantroom.api.GET('/api/alerts', …))`.
 * @throws ApiError
 */
export async function readPage<Item>(call: Promise<ListCall<Item>>): Promise<Page<Item>> {
  const items = await unwrap(call);
  const { headers } = (await call).response;
  return {
    items,
    total: Number(headers.get('x-total-count')),
    totalIsExact: headers.get('x-total-count-exact') !== 'false',
  };
}
