import { unwrapPage } from './pages.js';
import { createPlantroom } from './plantroom.js';

const TOTAL = 450;

describe('lists in pages', () => {
  let queries: string[];
  let counted: number;

  beforeEach(() => {
    queries = [];
    counted = TOTAL;
  });

  /** Lists numbered items as the API does. */
  const fetch = (request: Request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    queries.push(pathname + search);
    const limit = Number(searchParams.get('limit'));
    const page = Number(searchParams.get('page') ?? 1);
    const start = Number(searchParams.get('after')?.slice(1) ?? (page - 1) * limit);
    const items = Array.from({ length: TOTAL }, (_, index) => ({ id: index + 1 }));
    const next =
      start + limit < TOTAL ? `, <${pathname}?after=i${start + limit}&limit=${limit}>; rel="next"` : '';
    const headers = {
      link: `<${pathname}?page=1>; rel="first"${next}`,
      'x-total-count': String(counted),
      'x-total-count-exact': String(counted === TOTAL),
    };
    return Promise.resolve(Response.json(items.slice(start, start + limit), { headers }));
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
    expect(queries).toEqual(
      ['', '&after=i150', '&after=i300'].map((after) => `/api/alerts?limit=150&status=active${after}`),
    );
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
    expect(queries).toEqual(['/api/faults/7/comments?limit=200']);
  });

  it('are read to the end, even if they have more items than the API counts', async () => {
    counted = 100;
    const ids: number[] = [];
    for await (const { id } of client.items('/api/alerts')) ids.push(id);
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
