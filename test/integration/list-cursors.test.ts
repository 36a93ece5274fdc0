// Runs in the full check only: it reads long lists to their ends.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BulkColumn, dialectSql } from '@app/entities';
import { LIST_REACH } from '@app/kernel';
import { fillLists } from '../factories/fill-lists';
import { IotApi } from '../factories/iot-api';
import { atOf, idOf } from '../factories/listed-records';
import { listAuditEntries, listBackups, listUsers } from '../factories/lists';
import { rowsRead } from '../factories/rows-read';
import { openDatabase, type TestDatabase } from '../harness';

jest.mock('../../libs/kernel/src/page', () => ({
  ...jest.requireActual<object>('../../libs/kernel/src/page'),
  LIST_REACH: 1000,
}));

// `fillLists` inserts this many rows into each list. They are few, because each one is read on a page of its own.
jest.mock('../factories/paged-rows', () => ({
  ...jest.requireActual<object>('../factories/paged-rows'),
  listIndexes: Array.from({ length: 4 }, (_, index) => index),
}));

const text = (name: string, values: readonly string[]): BulkColumn => ({ name, type: 'text', values });
const instant = (name: string, values: readonly number[] | number): BulkColumn => ({
  name,
  type: 'instant',
  values,
});
const number = (name: string, values: readonly number[] | number): BulkColumn => ({
  name,
  type: 'int',
  values,
});

const cursorOf = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
const contentOf = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];

describe('the cursors of a list', () => {
  let database: TestDatabase;

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());
  afterEach(() => database.dataSource.manager.query('DELETE FROM audit_entry'));

  /** Inserts entries of one action. */
  async function addEntries(entries: readonly { id: string; at: number }[]): Promise<void> {
    await dialectSql.insert(database.dataSource.manager, 'audit_entry', [
      text(
        'id',
        entries.map(({ id }) => id),
      ),
      instant(
        'at',
        entries.map(({ at }) => at),
      ),
      text(
        'username',
        entries.map(() => 'ann'),
      ),
      text(
        'action',
        entries.map(() => 'user.created'),
      ),
    ]);
  }

  const remove = (ids: readonly string[]) =>
    dialectSql.change(
      database.dataSource.manager,
      `DELETE FROM audit_entry WHERE ${dialectSql.isOneOf('id')}`,
      [ids],
    );

  it('the cursors of a list reach each row once, although rows are inserted and deleted between the pages', async () => {
    const count = LIST_REACH + 400;
    const entries = Array.from({ length: count }, (_, index) => ({
      id: idOf(index),
      at: atOf(0) + (index % 4),
    }));
    await addEntries(entries);
    const expected = entries
      .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
      .map(({ id }) => id);
    const found: string[] = [];
    let after: string | undefined;
    for (let page = 1; page === 1 || after !== undefined; page++) {
      const { items, next } = await listAuditEntries(database.dataSource, { limit: 100, after });
      found.push(...items.map(({ id }) => id));
      after = next;
      // The row of the cursor, an earlier row, and a row of the next page.
      const removedAhead = expected.splice(found.length + 50, 1);
      await remove([found.at(-1) ?? '', found.at(-10) ?? '', ...removedAhead]);
      // This row is before the cursor in the order.
      await addEntries([{ id: idOf(count + page), at: atOf(1) }]);
    }
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(LIST_REACH);
  });

  it('the cursors of a list read only the rows of the page, although 10,000 rows have the same time', async () => {
    await addEntries(Array.from({ length: 10_000 }, (_, index) => ({ id: idOf(index), at: atOf(0) })));
    await database.dataSource.query('ANALYZE audit_entry');
    const after = cursorOf(['audit_entry at id DESC', new Date(atOf(0)).toISOString(), idOf(1000)]);
    const { result, reads } = await rowsRead(database.dataSource, (dataSource) =>
      listAuditEntries(dataSource, { limit: 20, after }),
    );
    expect(result.items.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => idOf(999 - index)),
    );
    // The first statement reads the page, and the second one counts the rows.
    expect(reads[0]).toBeLessThan(500);
  });

  it('the cursors of a list are refused by lists with another order', async () => {
    await addEntries([0, 1].map((index) => ({ id: idOf(index), at: atOf(index) })));
    const { next: after } = await listAuditEntries(database.dataSource, { limit: 1 });
    expect(after).toEqual(expect.any(String));
    const refused = { kind: 'invalid', code: 'validation_failed', details: [{ path: 'after' }] };
    await expect(listBackups(database.dataSource, { limit: 1, after })).rejects.toMatchObject(refused);
    await expect(listUsers(database.dataSource, { limit: 1, after })).rejects.toMatchObject(refused);
  });

  const [at, id] = [new Date(atOf(0)).toISOString(), idOf(0)];
  it.each([
    ['no text', ''],
    ['no base64url', '%&/'],
    ['no JSON', Buffer.from('[').toString('base64url')],
    ['no list', cursorOf({ at, id })],
    ['no order', cursorOf([])],
    ['no values', cursorOf(['audit_entry at id DESC'])],
    ['too few values', cursorOf(['audit_entry at id DESC', at])],
    ['too many values', cursorOf(['audit_entry at id DESC', at, id, id])],
    ['the other direction', cursorOf(['audit_entry at id ASC', at, id])],
    ['no instant', cursorOf(['audit_entry at id DESC', 'yesterday', id])],
    ['null instead of an instant', cursorOf(['audit_entry at id DESC', null, id])],
    ['an instant that does not exist', cursorOf(['audit_entry at id DESC', '2026-02-30T00:00:00.000Z', id])],
    ['an instant before the year 1000', cursorOf(['audit_entry at id DESC', '0001-01-01T00:00:00.000Z', id])],
    ['an id with a NUL', cursorOf(['audit_entry at id DESC', at, 'a\0'])],
    ['an object instead of an id', cursorOf(['audit_entry at id DESC', at, { id }])],
  ])('the cursors of a list are refused with %s', async (_case, after) => {
    await expect(listAuditEntries(database.dataSource, { limit: 1, after })).rejects.toMatchObject({
      kind: 'invalid',
      details: [{ path: 'after', message: expect.stringContaining('the cursor of a `next` link') }],
    });
  });

  it.each([0, -1, 1.5, 2_147_483_648, '1', null, [1]])(
    'the cursors of a list are refused with the numeric id %j',
    async (value) => {
      const after = cursorOf(['user_account id ASC', value]);
      await expect(listUsers(database.dataSource, { limit: 1, after })).rejects.toMatchObject({
        kind: 'invalid',
      });
    },
  );
});

interface Operation {
  'x-paged'?: true | string;
}

const document = JSON.parse(readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, { get?: Operation }>;
};
const LISTS = Object.entries(document.paths).flatMap(([path, { get }]): [string, true | string][] =>
  get?.['x-paged'] ? [[path, get['x-paged']]] : [],
);

/** The records whose lists `fillLists` fills. */
const OWNERS: Record<string, string | number> = {
  '/api/alerts/{id}/history': 1,
  '/api/faults/{id}/comments': 1,
  '/api/gateways/{id}/devices': 1,
  '/api/notification-rules/{id}/deliveries': 2,
  '/api/reports/{id}/runs': 2,
  '/api/workflows/{id}/executions': idOf(0),
};

const addressOf = (path: string) => path.replace('{id}', String(OWNERS[path] ?? ''));

describe('every list of the reference', () => {
  let iot: IotApi;
  let token: string;

  beforeAll(async () => {
    iot = await IotApi.start();
    iot.gateway.on('GET /points', () => ({
      body: Array.from({ length: 5 }, (_, index) => ({
        code: `P${index}`,
        name: 'A point',
        writable: false,
      })),
    }));
    const device = { connection: 'Board', protocol: 'mqtt', state: 'ok', reason: null };
    iot.gateway.on('GET /devices', () => ({
      body: Array.from({ length: 5 }, (_, index) => ({
        ...device,
        name: `Device ${index}`,
        codes: [],
        goodPoints: 0,
        lastValueAt: null,
      })),
    }));
    await fill(iot.api.database);
    token = await iot.api.signIn();
  });
  afterAll(() => iot.stop());

  async function read(address: string, paged: true | string) {
    const { status, headers, body } = await iot.api.call('GET', address, { token });
    const items = (paged === true ? body : (body as Record<string, unknown>)[paged]) as unknown[];
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    return { status, items, next, total: headers.get('x-total-count') };
  }

  it.each(LISTS)(
    'every list of the reference has the same items on one page and along its next links: %s',
    async (path, paged) => {
      const whole = await read(`${addressOf(path)}?limit=200`, paged);
      expect([whole.status, whole.next]).toEqual([200, undefined]);
      expect(whole.items.length).toBeGreaterThan(2);
      const found: unknown[] = [];
      for (let address: string | undefined = `${addressOf(path)}?limit=1`; address !== undefined;) {
        const page: Awaited<ReturnType<typeof read>> = await read(address, paged);
        expect(page).toMatchObject({ status: 200, total: String(whole.items.length) });
        expect(page.items).toHaveLength(1);
        found.push(...page.items);
        address = page.next;
      }
      expect(found).toEqual(whole.items);
    },
  );

  it.each(LISTS)('every list of the reference refuses forged cursors with 400: %s', async (path, paged) => {
    const { next = '' } = await read(`${addressOf(path)}?limit=1`, paged);
    const cursor = new URLSearchParams(next.split('?')[1]).get('after') ?? '';
    const [order, ...values] = contentOf(cursor);
    const call = async (after: string) =>
      (await iot.api.call('GET', `${addressOf(path)}?after=${encodeURIComponent(after)}`, { token })).status;
    for (const forged of ['x', cursorOf([order]), cursorOf(['another order', ...values])]) {
      expect([forged, await call(forged)]).toEqual([forged, 400]);
    }
    for (const index of values.keys()) {
      // The losses are ordered by two amounts, which may be any number.
      const numbers = path === '/api/losses' && index < 2 ? [] : [1e10];
      for (const odd of [null, {}, ...numbers]) {
        const forged = [order, ...values.with(index, odd)];
        expect([forged, await call(cursorOf(forged))]).toEqual([forged, 400]);
      }
    }
    expect(await call(cursor)).toBe(200);
  });
});

async function fill(database: TestDatabase): Promise<void> {
  const { manager } = database.dataSource;
  // The first start has created the administrator and the shipped templates, whose ids `fillLists` uses too.
  await manager.query('DELETE FROM report_template');
  await manager.query('DELETE FROM user_search_term');
  await manager.query('UPDATE user_account SET id = 1000');
  await fillLists(database);
  const ids = [1, 2, 3, 4];
  const same = (value: string) => ids.map(() => value);
  await dialectSql.insert(manager, 'alert', [
    number('id', ids),
    text('source', same('gateway')),
    text('type', same('alarm')),
    text('originator', same('P')),
    text('origin_key', same('P')),
    text('severity', same('minor')),
    text('state', same('cleared')),
    { name: 'acknowledged', type: 'boolean', values: 1 },
    text('title', same('An alert')),
    text('value', same('null')),
    number('occurrences', 1),
    instant('raised_at', atOf(0)),
    instant('last_raised_at', atOf(0)),
  ]);
  await dialectSql.insert(manager, 'alert_event', [
    text('id', ids.map(idOf)),
    number('alert_id', 1),
    instant('at', atOf(0)),
    text('kind', same('repeated')),
    number('count', 1),
    instant('last_at', atOf(0)),
    text('severity', same('minor')),
    text('username', same('gateway')),
  ]);
}
