// Runs in the full check only: it backs up and restores every table.
import { EventEmitter, once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { readBackup } from '@app/backups';
import { BackupScheduleService, BackupWorkService } from '@app/domain';
import { GeneratedFiles, newBackup } from '@app/domain/testing';
import {
  AuditEntryEntity,
  BackupEntity,
  CalendarEntity,
  type FileEntity,
  FileRemovalEntity,
  TriggerOccurrenceEntity,
} from '@app/entities';
import { EventBus } from '@app/events';
import { Actor, newId, say } from '@app/kernel';
import { FileStore } from '@app/storage';
import { alterFile, BackupDesk } from '../factories/backup-desk';
import { waitFor } from '../harness';

jest.setTimeout(240_000);

const CANARY = 'canary-7f3a91c2';
const DAY_MS = 24 * 3_600_000;
const DATABASES = 'SELECT datname FROM pg_database';

const writeText = async (stream: Writable) => void stream.end('a backup');
const ended = { status: 'completed', activeKey: null, dueAt: null } as const;

describe('backups', () => {
  let desk: BackupDesk;

  beforeAll(async () => {
    desk = await BackupDesk.open({ JOB_ATTEMPTS: 2 });
    await desk.manager.save(CalendarEntity, {
      name: CANARY,
      timezone: null,
      areaIds: [],
      weekly: [],
      exceptions: [],
    });
  });
  afterAll(() => desk.close());
  afterEach(() => jest.restoreAllMocks());

  const listed = async (id: string) =>
    ((await desk.call('GET', '/backups?limit=200')).body as { id: string }[]).find((row) => row.id === id);
  const entriesOf = async (id: string) => {
    const entries = await desk.manager.findBy(AuditEntryEntity, { target: `backup ${id}` });
    return entries.map(({ action, username }) => `${action} by ${username}`);
  };
  const eventsOf = async (backupId: string) => {
    const occurrences = await desk.manager.findBy(TriggerOccurrenceEntity, { name: 'backup.completed' });
    return occurrences
      .map(({ payload }) => payload as { backupId: string })
      .filter((payload) => payload.backupId === backupId);
  };
  const trialDatabases = async () => {
    const rows = await desk.manager.query<Record<string, string>[]>(DATABASES);
    const own = new URL(desk.environment.DATABASE_URL).pathname.slice(1);
    return rows.flatMap(Object.values).filter((name) => name.startsWith(own) && name !== own);
  };

  const aFile = async () => {
    const facts = { name: 'a.tar.gz', mimeType: 'application/gzip', createdBy: 'test' };
    return (await desk.get(GeneratedFiles).write({ ...facts, category: 'backup', write: writeText })).id;
  };

  const schedule = () => desk.call('GET', '/backup-schedule');
  const change = (body: object) => desk.call('PUT', '/backup-schedule', body);

  describe('on a schedule', () => {
    it('scheduled backups are disabled until an administrator enables them', async () => {
      expect((await schedule()).body).toEqual({
        enabled: false,
        cron: '30 2 * * *',
        timezone: null,
        retentionCount: 14,
        includeFiles: true,
        lastRun: null,
        nextRunAt: null,
      });
      const { status, body } = await change({ enabled: true, cron: '15 3 * * 0', timezone: 'UTC' });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { enabled: true, cron: '15 3 * * 0', timezone: 'UTC', retentionCount: 14 },
      });
      const { nextRunAt } = body as { nextRunAt: string };
      expect(new Date(nextRunAt).getUTCDay()).toBe(0);
      expect(nextRunAt).toMatch(/T03:15:00\.000Z$/);
      expect((await schedule()).body).toEqual(body);
      // A client can send back the answer of GET unchanged.
      expect((await change(body as object)).body).toEqual(body);
      const [entry] = await desk.manager.findBy(AuditEntryEntity, { target: 'backup schedule' });
      expect(entry).toMatchObject({ action: 'backup_schedule.changed', username: 'admin' });
      expect((await change({ enabled: false })).body).toMatchObject({ enabled: false, nextRunAt: null });
    });

    it.each([
      [{ cron: '* * *' }, 'cron'],
      [{ cron: '0 0 31 2 *' }, 'cron'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ retentionCount: 0 }, 'retentionCount'],
      [{ retentionCount: 1.5 }, 'retentionCount'],
      [{ enabled: 'yes' }, 'enabled'],
      [{ includeFiles: null }, 'includeFiles'],
    ])('the backup schedule refuses the change %j', async (body, path) => {
      const before = (await schedule()).body;
      const answer = await change(body);
      expect(answer.status).toBe(400);
      expect((answer.body as { details: { path: string }[] }).details[0]?.path).toBe(path);
      expect((await schedule()).body).toEqual(before);
    });

    it('backups start at the scheduled time, and only the newest backups are kept', async () => {
      await desk.get(BackupScheduleService).change(Actor.system('test'), {
        enabled: true,
        cron: '30 2 * * *',
        timezone: null,
        retentionCount: 1,
        includeFiles: false,
      });
      const createdAt = desk.clock.now();
      const request = { scheduled: false, includesFiles: true, createdBy: 'admin', createdAt };
      const manual = Object.assign(newBackup(request), ended, {
        fileId: await aFile(),
        verifiedAt: createdAt,
      });
      const old = Object.assign(newBackup({ ...request, scheduled: true }), ended, {
        fileId: await aFile(),
        verifiedAt: createdAt,
      });
      await desk.manager.insert(BackupEntity, [manual, old]);
      const scheduled = await desk.workScheduled();
      expect(scheduled).toMatchObject({
        scheduled: true,
        createdBy: 'schedule',
        status: 'completed',
        includesFiles: false,
      });
      const { lastRun, nextRunAt } = (await schedule()).body as { lastRun: string; nextRunAt: string };
      expect(lastRun).toBe(scheduled.createdAt.toISOString());
      expect(Date.parse(nextRunAt) - Date.parse(lastRun)).toBeGreaterThan(22 * 3_600_000);
      expect((await desk.rows()).map(({ id }) => id)).toEqual([manual.id, scheduled.id]);
      expect((await desk.files()).map(({ id }) => id)).toEqual([manual.fileId, scheduled.fileId]);
      await expect(desk.pathOf(old.fileId)).rejects.toThrow('Could not find any entity');
      expect(await desk.manager.count(FileRemovalEntity)).toBe(0);
      await desk.get(BackupScheduleService).change(Actor.system('test'), { enabled: false });
    });
  });

  it('backups are started once per idempotency key, verified, recorded and published, and only administrators can download them', async () => {
    const headers = { 'idempotency-key': 'tonight' };
    const answer = await desk.call('POST', '/backups', { includeFiles: true }, headers);
    expect(answer.status).toBe(202);
    const { id } = answer.body as { id: string };
    expect((await desk.call('POST', '/backups', { includeFiles: true }, headers)).body).toEqual({ id });
    expect((await desk.call('POST', '/backups', { includeFiles: false }, headers)).status).toBe(409);
    expect(await desk.call('POST', '/backups', {})).toMatchObject({
      status: 409,
      body: { code: 'backup_running' },
    });
    expect(await listed(id)).toMatchObject({ status: 'queued', progress: 0, fileId: null, size: null });

    const published = jest.spyOn(desk.get(EventBus), 'publish');
    const completed = await desk.work(id);
    const updates = published.mock.calls.filter(([{ name }]) => name === 'backup-changed');
    published.mockRestore();
    expect(updates.map(([, update]) => update).at(0)).toEqual({
      backupId: id,
      status: 'running',
      progress: 0,
    });
    expect(updates.map(([, update]) => update).at(-1)).toEqual({
      backupId: id,
      status: 'completed',
      progress: 1,
    });
    const { status, bytes } = await desk.download(completed.fileId);
    expect(status).toBe(200);
    const { totals } = await readBackup(Readable.from([bytes]), null);
    const rows = Object.values(totals.tables).reduce((sum, table) => sum + table.rows, 0);
    expect(await listed(id)).toEqual({
      id,
      status: 'completed',
      progress: 1,
      scheduled: false,
      createdBy: 'admin',
      createdAt: expect.any(String),
      finishedAt: desk.clock.now().toISOString(),
      size: bytes.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      tables: desk.api.database.dataSource.entityMetadatas.length,
      rows,
      includesFiles: true,
      files: 0,
      missingFiles: 0,
      encrypted: false,
      verifiedAt: desk.clock.now().toISOString(),
      fileId: completed.fileId,
      error: null,
      failure: null,
    });
    expect(gunzipSync(bytes).includes(CANARY)).toBe(true);
    expect(await trialDatabases()).toEqual([]);
    expect(await entriesOf(id)).toEqual(['backup.started by admin', 'backup.completed by backups']);
    expect(await eventsOf(id)).toEqual([
      expect.objectContaining({ status: 'completed', fileId: completed.fileId, size: bytes.length }),
    ]);
    const engineer = await desk.tokenOf('engineer');
    expect((await desk.download(completed.fileId, engineer)).status).toBe(404);
    expect((await desk.call('GET', '/backups')).status).toBe(200);
  });

  /** Calls `then` after the content of the next backup was stored. */
  function afterNextWrite(then: (path: string) => unknown): void {
    const store = desk.get(FileStore);
    const write = store.write.bind(store);
    jest.spyOn(store, 'write').mockImplementationOnce(async (key, ...rest) => {
      const written = await write(key, ...rest);
      await then(desk.pathOfKey(key));
      return written;
    });
  }

  it('a backup is written again if its file was altered before the verification', async () => {
    const before = await desk.files();
    const id = await desk.start();
    afterNextWrite(alterFile);
    const failed = await desk.work(id);
    expect(failed).toMatchObject({
      status: 'queued',
      attempts: 1,
      fileId: null,
      verifiedAt: null,
      error: { message: expect.stringContaining('The backup file is damaged') as string },
    });
    expect(failed.dueAt?.getTime()).toBe(desk.clock.nowMs() + desk.environment.JOB_BACKOFF_MS);
    expect(await desk.files()).toEqual(before);
    desk.clock.set(failed.dueAt?.getTime() ?? 0);
    const repeated = await desk.work(id);
    expect(repeated).toMatchObject({ status: 'completed', attempts: 2, error: null });
    expect(repeated.verifiedAt).not.toBeNull();
    expect(await desk.files()).toHaveLength(before.length + 1);
  });

  it('a backup whose last attempt fails gets the status failed, does not block another backup, and is deleted after 30 days', async () => {
    const before = await desk.files();
    const id = await desk.start();
    const store = desk.get(FileStore);
    jest.spyOn(store, 'write').mockRejectedValue(new Error('The disk is full.'));
    for (let attempt = 1; attempt <= desk.environment.JOB_ATTEMPTS; attempt++) {
      const { attempts, dueAt } = await desk.work(id);
      expect(attempts).toBe(attempt);
      if (dueAt) desk.clock.set(dueAt.getTime());
    }
    const error = 'The backup failed because of an error of the service.';
    expect(await listed(id)).toMatchObject({ status: 'failed', fileId: null, verifiedAt: null, error });
    expect(await entriesOf(id)).toEqual(['backup.started by admin', 'backup.failed by backups']);
    expect(await eventsOf(id)).toEqual([expect.objectContaining({ status: 'failed', error })]);
    expect(await desk.files()).toEqual(before);
    expect((await desk.row(id)).activeKey).toBeNull();

    desk.clock.advance(29 * DAY_MS);
    await desk.prune();
    expect(await desk.manager.countBy(BackupEntity, { id })).toBe(1);
    desk.clock.advance(2 * DAY_MS);
    await desk.prune();
    expect(await desk.manager.countBy(BackupEntity, { id })).toBe(0);
  });

  it('a backup whose worker stalls is completed by another worker, which leaves one file', async () => {
    const events = new EventEmitter();
    const before = await desk.files();
    const id = await desk.start();
    afterNextWrite(() => {
      events.emit('held');
      return once(events, 'resume');
    });
    const isHeld = once(events, 'held');
    const other = await desk.anotherWorker();
    // This worker stalls in the middle of its work, and continues after another one has completed the backup.
    const lost = desk.work(id);
    await isHeld;
    // The first worker renews its claim each second, so the test may have to expire the claim several times.
    const completed = await waitFor(
      async () => {
        await desk.manager.update(BackupEntity, id, { dueAt: desk.clock.now() });
        await other.get(BackupWorkService, { strict: false }).run(id, new AbortController().signal);
        const row = await desk.row(id);
        return row.status === 'completed' && row;
      },
      { what: 'the second worker' },
    );
    events.emit('resume');
    await lost;
    await other.close();
    expect(await desk.row(id)).toEqual(completed);
    const files = (await desk.files()).slice(before.length);
    expect(files.map((file: FileEntity) => file.id)).toEqual([completed.fileId]);
    expect(await eventsOf(id)).toHaveLength(1);
    expect(await trialDatabases()).toEqual([]);
  });

  it('backups report the reason if the database account cannot create the temporary database', async () => {
    const own = new URL(desk.environment.DATABASE_URL);
    const limited = new URL(own);
    limited.username = `limited_${own.pathname.slice(-8)}`;
    limited.password = 'only-this-database';
    const { username } = limited;
    await desk.manager.query(`CREATE ROLE ${username} LOGIN PASSWORD '${limited.password}'`);
    await desk.manager.query(`GRANT pg_read_all_data TO ${username}`);
    try {
      const id = await desk.start();
      desk.environment.DATABASE_URL = limited.href;
      expect(await desk.work(id)).toMatchObject({
        status: 'completed',
        verifiedAt: null,
        tables: expect.any(Number),
        error: say('only_checksums_verified'),
      });
    } finally {
      desk.environment.DATABASE_URL = own.href;
      await desk.manager.query(`DROP ROLE ${username}`);
    }
  });

  it('verified backups whose files exist are kept in preference to other backups', async () => {
    await desk.manager.clear(BackupEntity);
    const [one, two, three, four] = [await aFile(), await aFile(), await aFile(), await aFile()];
    const createdAt = desk.clock.now();
    const request = { scheduled: true, includesFiles: false, createdBy: 'schedule', createdAt };
    // The backups in the order of creation. The last one refers to a file that does not exist.
    for (const [fileId, verifiedAt] of [
      [one, null],
      [two, createdAt],
      [three, null],
      [four, null],
      [newId(), createdAt],
    ] as const) {
      await desk.manager.insert(
        BackupEntity,
        Object.assign(newBackup(request), ended, { fileId, verifiedAt }),
      );
    }
    await rm(await desk.pathOf(four));
    await desk.get(BackupScheduleService).change(Actor.system('test'), { retentionCount: 1 });
    await desk.prune();
    const kept = (await desk.rows()).map(({ fileId }) => fileId);
    // The content of the file `four` is missing, so its backup does not count as kept, but its record stays.
    expect(kept).toEqual([two, three, four]);
  });
});
