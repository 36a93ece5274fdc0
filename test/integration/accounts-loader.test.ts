import { AccountLoader } from '@app/auth';
import { UserEntity } from '@app/entities';
import { anAccount } from '../factories/an-account';
import { type TestDatabase, openDatabase } from '../harness';

describe('AccountLoader', () => {
  let database: TestDatabase;
  let loader: AccountLoader;
  let ada: UserEntity;
  let bob: UserEntity;
  let queries: jest.SpyInstance;

  beforeAll(async () => {
    database = await openDatabase();
    ada = await anAccount(database.dataSource, { username: 'ada', role: 'admin' });
    bob = await anAccount(database.dataSource, { username: 'bob' });
    loader = new AccountLoader(database.dataSource);
  });

  beforeEach(() => {
    queries = jest.spyOn(database.dataSource.manager, 'query');
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => database.drop());

  /**
   * Simulates concurrent requests: each call has its own callback, but all callbacks run in one tick of the event loop.
   */
  const asked = (ids: number[]) =>
    Promise.all(
      ids.map(
        (id) =>
          new Promise((resolve) => {
            setImmediate(() => resolve(loader.load(id)));
          }),
      ),
    );

  it('the account loader serves all callers of one tick with one query', async () => {
    const [unknown, repeated] = [2_000_000_000, ada.id];
    expect(await asked([ada.id, bob.id, unknown, repeated])).toEqual([
      { id: ada.id, username: 'ada', role: 'admin', firstSession: 0 },
      { id: bob.id, username: 'bob', role: 'viewer', firstSession: 0 },
      null,
      { id: ada.id, username: 'ada', role: 'admin', firstSession: 0 },
    ]);
    expect(queries).toHaveBeenCalledTimes(1);
  });

  it('the account loader caches nothing, so the next caller sees a change', async () => {
    expect(await loader.load(bob.id)).toMatchObject({ role: 'viewer' });
    await database.dataSource.manager.update(UserEntity, { id: bob.id }, { role: 'engineer' });
    expect(await loader.load(bob.id)).toMatchObject({ role: 'engineer' });
  });

  it('the account loader returns no account to ended sessions, and none to tokens without a session after an end', async () => {
    const { id } = await anAccount(database.dataSource, { firstSession: 4 });
    const loaded = await Promise.all([loader.load(id), loader.load(id, 3), loader.load(id, 4)]);
    expect(loaded).toEqual([null, null, expect.objectContaining({ id })]);
  });

  it('the account loader fails for all callers if the database fails, and works again afterwards', async () => {
    queries.mockRejectedValueOnce(new Error('away'));
    await expect(asked([ada.id, bob.id])).rejects.toThrow('away');
    expect(await loader.load(ada.id)).toMatchObject({ username: 'ada' });
  });
});
