import { unwrapPage } from './pages.js';
import { createPlantroom } from './plantroom.js';

const TOTAL = 450;

describe('lists in pages', () => {
  let queries: string[];
  let isExact: boolean;

  beforeEach(() => {
    queries = [];
    isExact = true;
  });

  /** Lists numbered items as the API does. */
  const fetch = (request: Request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    queries.push(pathname + search);
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
    const items = Array.from({ length: TOTAL }, (_, index) => ({ id: index + 1 }));
    const next = page * limit < TOTAL ? `, <${pathname}?page=${page + 1}>; rel="next"` : '';
    const headers = {
      link: `<${pathname}?page=1>; rel="first"${next}`,
      'x-total-count': String(TOTAL),
      'x-total-count-exact': String(isExact),
    };
    return Promise.resolve(Response.json(items.slice((page - 1) * limit, page * limit), { headers }));
  };
  const client = createPlantroom({ baseUrl: 'http://plantroom.test', fetch, apiKey: 'pk_key' });

  it('are read in pages of the maximum size', async () => {
    const sizes: number[] = [];
    for await (const { items, total, totalIsExact } of client.pages('/api/alerts')) {
      sizes.push(items.length);
      expect([total, totalIsExact]).toEqual([TOTAL, true]);
    }
    expect(sizes).toEqual([200, 200, 50]);
  });

  it('are read item by item, with the filters and the page size of the caller', async () => {
    const ids: number[] = [];
    const query = { status: 'active', limit: 150 } as const;
    for await (const { id } of client.items('/api/alerts', { query })) ids.push(id);
    expect(ids).toEqual(Array.from({ length: TOTAL }, (_, index) => index + 1));
    expect(queries).toEqual([1, 2, 3].map((page) => `/api/alerts?limit=150&status=active&page=${page}`));
  });

  it('are read only as far as the caller needs them', async () => {
    for await (const _ of client.items('/api/alerts')) break;
    expect(queries).toHaveLength(1);
  });

  it('are read one page at a time, as a screen shows them', async () => {
    const page = await unwrapPage(
      client.api.GET('/api/alerts', { params: { query: { page: 3, limit: 20 } } }),
    );
    expect(page.items.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 41));
    expect([page.total, page.totalIsExact]).toEqual([TOTAL, true]);
    expect(queries).toEqual(['/api/alerts?page=3&limit=20']);
  });

  it('can have parameters in the path', async () => {
    const found = await client.pages('/api/faults/{id}/comments', { path: { id: 7 } }).next();
    expect(found.done).toBe(false);
    expect(queries).toEqual(['/api/faults/7/comments?limit=200&page=1']);
  });

  it('fail after the last item if the API does not list all items', async () => {
    isExact = false;
    const ids: number[] = [];
    const reading = (async () => {
      for await (const { id } of client.items('/api/alerts')) ids.push(id);
    })();
    await expect(reading).rejects.toThrow('The list has more than 450 items.');
    expect(ids).toHaveLength(TOTAL);
  });

  it('are checked by the compiler, which refuses lists without pages, missing path parameters and unknown filters', () => {
    // @ts-expect-error The list of areas has no pages.
    client.pages('/api/energy/areas');
    // @ts-expect-error The path has a parameter.
    client.pages('/api/faults/{id}/comments');
    // @ts-expect-error The list of alerts has no such filter.
    client.pages('/api/alerts', { query: { state: 'active' } });
    expect(queries).toEqual([]);
  });
});
