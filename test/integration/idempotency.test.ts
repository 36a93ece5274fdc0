// Runs on both profiles: locks and races differ.
import { IdempotencyService } from '@app/domain/testing';
import { IdempotencyKeyEntity, LeaseEntity } from '@app/entities';
import { DomainError, FixedClock, newId } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const NOW = Date.parse('2026-05-01T10:30Z');
const DAY_MS = 24 * 3_600_000;

describe('a repeated request', () => {
  const clock = new FixedClock(NOW);
  let database: TestDatabase;
  let idempotency: IdempotencyService;
  let scope: string;

  beforeAll(async () => {
    database = await openDatabase();
    idempotency = new IdempotencyService(database.dataSource, clock);
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    clock.set(NOW);
    scope = `trigger/7/${newId()}`;
  });

  /** The work of the request. It inserts a row each time it runs. */
  const work = async (manager: EntityManager): Promise<{ id: string }> => {
    const id = newId();
    const row = { name: id, holder: scope, epoch: 1, expiresAt: clock.now() };
    await manager.insert(LeaseEntity, row);
    return { id };
  };
  const runs = () => database.dataSource.manager.countBy(LeaseEntity, { holder: scope });
  const ask = (key: string, body: unknown, make = work) => idempotency.answer(scope, key, body, make);

  it('a repeated request gets the first response, and does not repeat the work', async () => {
    const first = await ask('key-1', { input: { a: 1, b: [2] } });
    const again = await ask('key-1', { input: { b: [2], a: 1 } });
    expect(first.repeated).toBe(false);
    expect(again).toEqual({ answer: first.answer, repeated: true });
    expect(await runs()).toBe(1);
  });

  it('a repeated request counts as a new request if it has another key or another scope', async () => {
    const first = await ask('key-1', {});
    const second = await ask('key-2', {});
    const elsewhere = await idempotency.answer(`${scope}x`, 'key-1', {}, work);
    const cased = await ask('KEY-1', {});
    const ids = [first, second, elsewhere, cased].map(({ answer }) => answer.id);
    expect(new Set(ids).size).toBe(4);
  });

  it.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['another field', { a: 1 }, { a: 1, b: 1 }],
    ['another order in a list', [1, 2], [2, 1]],
    ['no content', {}, undefined],
    ['a text instead of a number', { a: 1 }, { a: '1' }],
  ])('a repeated request is refused if its body has %s', async (_, body, other) => {
    const { answer } = await ask('key-1', body);
    await expect(ask('key-1', other)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'idempotency_key_reused',
    });
    expect((await ask('key-1', body)).answer).toEqual(answer);
    expect(await runs()).toBe(1);
  });

  it('an earlier response is found for 24 hours, and only for the same request', async () => {
    const { answer } = await ask('key-1', { a: 1 });
    expect(await idempotency.earlier(scope, 'key-2', { a: 1 })).toBeNull();
    await expect(idempotency.earlier(scope, 'key-1', { a: 2 })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    clock.set(NOW + DAY_MS);
    expect(await idempotency.earlier(scope, 'key-1', { a: 1 })).toEqual(answer);
    clock.set(NOW + DAY_MS + 1);
    expect(await idempotency.earlier(scope, 'key-1', { a: 1 })).toBeNull();
  });

  it('the work of a repeated request runs only once, even if the requests are concurrent', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask('key-1', { a: 1 })));
    expect(new Set(answers.map(({ answer }) => answer.id)).size).toBe(1);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await runs()).toBe(1);
  });

  it('a repeated request is refused if its body differs, even while the first request runs', async () => {
    const gate = aGate();
    let begun = false;
    const first = ask('key-1', { a: 1 }, async (manager) => {
      begun = true;
      await gate.opened;
      return work(manager);
    });
    await waitFor(() => begun, { what: 'the first request to begin its work' });
    const other = ask('key-1', { a: 2 });
    const outcomes = Promise.allSettled([first, other]);
    gate.open();
    expect(await outcomes).toMatchObject([
      { status: 'fulfilled' },
      { reason: { code: 'idempotency_key_reused' } },
    ]);
  });

  it('a repeated request runs again if the earlier requests failed', async () => {
    const failing = ask('key-1', {}, async (manager) => {
      await work(manager);
      throw new DomainError('conflict', 'workflow_draft', 'The workflow is a draft.');
    });
    await expect(failing).rejects.toMatchObject({ code: 'workflow_draft' });
    expect(await runs()).toBe(0);
    expect(await ask('key-1', {})).toMatchObject({ repeated: false });
  });

  it('a repeated request waits for the first request, and runs again if the first request fails', async () => {
    const gate = aGate();
    let begun = false;
    const first = ask('key-1', {}, async () => {
      begun = true;
      await gate.opened;
      throw new Error('The work failed.');
    });
    const outcome = Promise.allSettled([first]);
    await waitFor(() => begun, { what: 'the first request to begin its work' });
    const waiting = [ask('key-1', {}), ask('key-1', {}), ask('key-1', {})];
    gate.open();
    expect(await outcome).toMatchObject([{ reason: { message: 'The work failed.' } }]);
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map(({ answer }) => answer.id)).size).toBe(1);
    expect(await runs()).toBe(1);
  });

  it('a repeated request counts as a new request after 24 hours, even if the old key has not been deleted yet', async () => {
    const first = await ask('key-1', {});
    clock.set(NOW + DAY_MS);
    expect(await ask('key-1', {})).toEqual({ answer: first.answer, repeated: true });
    clock.set(NOW + DAY_MS + 1);
    const anew = await ask('key-1', { other: true });
    expect(anew).toMatchObject({ repeated: false });
    expect(anew.answer).not.toEqual(first.answer);
  });

  it.each(['', 'x'.repeat(256), 'tab\there', 'ümlaut', 'line\nbreak'])(
    'a repeated request must have a valid key, not %j',
    async (key) => {
      await expect(ask(key, {})).rejects.toMatchObject({
        kind: 'invalid',
        details: [{ path: 'Idempotency-Key' }],
      });
      expect(await ask('~'.repeat(255), {})).toMatchObject({ repeated: false });
    },
  );

  it('the keys of requests are deleted after a day, in batches of limited size', async () => {
    await database.dataSource.manager.clear(IdempotencyKeyEntity);
    for (const key of ['a', 'b', 'c']) await ask(key, {});
    clock.advance(1);
    for (const key of ['d', 'e']) await idempotency.answer('another', key, {}, work);
    clock.set(NOW + DAY_MS);
    expect(await idempotency.prune(10)).toBe(0);
    clock.advance(1);
    expect(await idempotency.prune(2)).toBe(2);
    expect(await idempotency.prune(2)).toBe(1);
    const left = await database.dataSource.manager.find(IdempotencyKeyEntity);
    expect(left.map(({ requestKey }) => requestKey).toSorted()).toEqual(['d', 'e']);
  });

  it('the key of a request is not deleted if the request is repeated while outdated keys are deleted', async () => {
    await ask('key-1', {});
    clock.advance(DAY_MS + 1);
    const { dataSource } = database;
    const transaction = dataSource.transaction.bind(dataSource);
    const pruning = jest.spyOn(dataSource, 'transaction').mockImplementationOnce((work) =>
      transaction(async (manager) => {
        const find = manager.find.bind(manager);
        jest.spyOn(manager, 'find').mockImplementationOnce(async (...query) => {
          const found = await find(...query);
          await ask('key-1', {});
          return found;
        });
        return (work as unknown as (manager: EntityManager) => Promise<unknown>)(manager);
      }),
    );
    await idempotency.prune(10);
    pruning.mockRestore();
    expect(await ask('key-1', {})).toMatchObject({ repeated: true });
    expect(await runs()).toBe(2);
  });
});

/** Creates a gate that blocks callers until it is opened. */
function aGate(): { opened: Promise<void>; open: () => void } {
  const gate = { opened: Promise.resolve(), open: (): void => undefined };
  gate.opened = new Promise<void>((resolve) => (gate.open = resolve));
  return gate;
}
