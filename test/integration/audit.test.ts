import { AuditLogService, AuditService, ConfigurationService } from '@app/domain';
import { differences } from '@app/domain/testing';
import { AuditEntryEntity } from '@app/entities';
import { Actor, FixedClock, runInRequest } from '@app/kernel';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const ada = Actor.user(7, 'admin', 'ada');

describe('the audit log', () => {
  const clock = new FixedClock(Date.parse('2026-01-10T12:00Z'));
  let database: TestDatabase;
  let audit: AuditService;
  let log: AuditLogService;
  let configuration: ConfigurationService;

  beforeAll(async () => {
    database = await openDatabase();
    audit = new AuditService(database.dataSource, clock);
    configuration = new ConfigurationService(database.dataSource, testEnvironment(), clock, audit);
    log = new AuditLogService(database.dataSource, configuration);
  });

  afterAll(() => database.drop());
  beforeEach(() => database.dataSource.manager.clear(AuditEntryEntity));

  const targets = async (filter: object) =>
    (await log.find({ page: 1, limit: 10, ...filter })).items.map(({ target }) => target);

  it('the audit log records the user, the action, the object, the time, the request and the address, with secrets masked', async () => {
    const record = {
      action: 'user.changed',
      target: 'user 8',
      before: { email: 'a@b.c' },
      after: { password: 'hidden' },
    };
    await runInRequest('request-1', () => audit.record(ada, record), '192.0.2.7');
    expect((await log.find({ page: 1, limit: 10 })).items).toEqual([
      {
        id: expect.any(String) as string,
        at: clock.now(),
        userId: 7,
        username: 'ada',
        action: 'user.changed',
        target: 'user 8',
        before: '{"email":"a@b.c"}',
        after: '{"password":"********"}',
        requestId: 'request-1',
        address: '192.0.2.7',
      },
    ]);
  });

  it('the audit log records the changed fields of the configuration, but no secret', async () => {
    await configuration.ensure();
    await configuration.change(ada, { platformName: 'Works', mail: { password: 'hidden' } });
    const [entry] = (await log.find({ page: 1, limit: 1 })).items;
    expect(entry).toMatchObject({ action: 'configuration.changed', username: 'ada' });
    expect(JSON.parse(entry?.before ?? '')).toMatchObject({
      platformName: 'Plantroom',
      mail: { password: null },
    });
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({
      platformName: 'Works',
      mail: { password: '********' },
    });
    expect(JSON.stringify(entry)).not.toContain('hidden');
  });

  it('the audit log has no entry for a change that was rolled back', async () => {
    const failing = database.dataSource.transaction(async (manager) => {
      await audit.record(ada, { action: 'undone' }, manager);
      throw new Error('the change fails');
    });
    await expect(failing).rejects.toThrow('the change fails');
    expect((await log.find({ page: 1, limit: 10 })).total).toBe(0);
  });

  it('the audit log is filtered by user, action and time, and listed newest first in pages', async () => {
    for (const [index, actor] of [ada, Actor.user(9, 'viewer', 'bo'), ada, ada].entries()) {
      clock.advance(60_000);
      await audit.record(actor, { action: index === 3 ? 'other' : 'one', target: String(index) });
    }
    expect(await targets({})).toEqual(['3', '2', '1', '0']);
    expect(await targets({ userId: 7 })).toEqual(['3', '2', '0']);
    expect(await targets({ action: 'one', userId: 7 })).toEqual(['2', '0']);
    expect(await targets({ limit: 2, page: 2 })).toEqual(['1', '0']);
    const from = new Date(clock.nowMs() - 60_000).toISOString();
    expect(await targets({ from })).toEqual(['3', '2']);
    expect(await targets({ to: from })).toEqual(['1', '0']);
  });

  it('the audit log compares dates and numbers by value to find changed fields', () => {
    expect(differences({ a: { b: 1 } }, { a: { b: 1 } })).toEqual({ before: {}, after: {} });
  });
});
