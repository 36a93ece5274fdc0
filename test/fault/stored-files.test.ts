// Runs in the full check only: servers fail, hang, and come back.
import { PlatformModule, StoredFilesService } from '@app/domain';
import { FileRemovalEntity, ModelEntity, ReadingImportEntity } from '@app/entities';
import { Test, type TestingModule } from '@nestjs/testing';
import { beginUpload } from '../factories/begin-upload';
import { bucket, type InspectedStore, localFolder } from '../factories/inspected-stores';
import { aGlb } from '../factories/models';
import { RunningApi } from '../factories/running-api';
import { sendForm } from '../factories/send-form';
import type { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { QUIET } from '../integration/queue-processes';
import { processModules } from '../factories/process-modules';

const BYTES = aGlb({ nodes: ['Pump'], sizeBytes: 300_000 });
/** A file that is longer than a part of a multipart upload, so that the unfinished upload is visible in the bucket. */
const LONG = aGlb({ sizeBytes: 7_000_000 });
const COMMIT = /COMMIT(?!TED)/;
const INSERT_MODEL = /INSERT INTO ["`]model["`]/;
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

const STORES: [string, () => Promise<InspectedStore>][] = [
  ['a local folder', () => Promise.resolve(localFolder)],
  ['an S3-compatible store', bucket],
];

/** Statements during the deletion of a model, and the number of files that remain if the api dies after them. */
const DELETIONS: [string, RegExp[], number][] = [
  ['was committed and the removal of the file began', [/UPDATE ["`]file_removal["`]/], 1],
  ['was committed and the file removed', [/DELETE FROM ["`]file_removal["`]/], 0],
];
const UPLOADS: [string, string, string][] = [
  ['a model', '/api/models', 'models'],
  ['readings', '/api/energy/readings/import?pointCode=M', 'imports'],
];

describe.each(STORES)('files in %s whose process is killed', (_store, open) => {
  const isFirstStore = open === STORES[0]?.[1];
  /** For tests of the rows, which are the same with each store. */
  const describeOnce = isFirstStore ? describe : () => undefined;
  let store: InspectedStore;
  let api: RunningApi;
  let relay: TcpRelay;
  let token: string;
  /** Removes files as a worker does. */
  let remover: TestingModule;

  beforeAll(async () => {
    store = await open();
    ({ api, relay } = await RunningApi.startBehindRelay(store.environment));
    ({ token } = await api.signInAs('engineer'));
    const environment = Object.assign({}, api.environment, { DATABASE_URL: api.database.url });
    remover = await Test.createTestingModule({
      imports: [...processModules(environment), PlatformModule],
    })
      .setLogger(QUIET)
      .compile();
    await remover.init();
  });
  afterAll(async () => {
    await remover.close();
    await api.stopProcess();
    await relay.cut();
    await api.stop();
    await store.stop();
  });

  const manager = () => api.database.dataSource.manager;
  const state = async () => ({
    models: await manager().count(ModelEntity),
    imports: await manager().count(ReadingImportEntity),
    removals: await manager().count(FileRemovalEntity),
    files: await store.files(api),
  });

  const upload = () =>
    sendForm(api, { path: '/api/models', token, fields: { name: 'Plant' }, files: [{ bytes: BYTES }] });

  async function create(): Promise<number> {
    const { status, body } = await upload();
    expect(status).toBe(201);
    return (body as { id: number }).id;
  }

  async function bytesOf(id: number): Promise<Buffer | number> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${api.address}/api/models/${id}/file`, { headers });
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
  }

  const remove = (id: number) => api.call('DELETE', `/api/models/${id}`, { token });

  /** Kills the api while a request waits for the held response to a statement, and starts the api again. */
  async function killAt(statements: RegExp[], request: () => Promise<unknown>): Promise<void> {
    const held = relay.holdAnswer(...statements);
    const answer = request().catch(() => 'none');
    await held;
    await api.killProcess();
    expect(await answer).toBe('none');
    api = await api.another();
  }

  /** Moves all planned removals and unfinished files into the past, and removes them. */
  async function removeDue(): Promise<void> {
    await manager().createQueryBuilder().update(FileRemovalEntity).set({ dueAt: LONG_AGO }).execute();
    await store.age(api);
    const files = remover.get(StoredFilesService);
    await files.removeDue(new AbortController().signal);
    await files.removeUnfinished();
  }

  it.each(isFirstStore ? DELETIONS : DELETIONS.slice(0, 1))(
    'stored files are removed if the deletion of their model %s',
    async (_, statements, left) => {
      const before = await state();
      const id = await create();
      await killAt(statements, () => remove(id));
      const after = await state();
      expect(after).toMatchObject({ models: before.models });
      expect(after.files.length - before.files.length).toBe(left);
      expect(await bytesOf(id)).toBe(404);
      expect((await remove(id)).status).toBe(404);
      await removeDue();
      expect(await manager().count(FileRemovalEntity)).toBe(0);
      expect(await state()).toEqual(before);
    },
  );

  // A model is a part of a form, readings are a whole body. Each store gets one of them.
  it.each(isFirstStore ? UPLOADS.slice(0, 1) : UPLOADS.slice(1))(
    'stored files are removed and have no row if the api dies during the upload of %s',
    async (_, path, folder) => {
      const before = await state();
      const socket = beginUpload(api, { path, token, bytes: LONG.subarray(0, 6_000_000) });
      const added = await waitFor(
        async () => (await store.files(api)).find((name) => !before.files.includes(name)),
        { what: 'the beginning of the file' },
      );
      await api.killProcess();
      socket.destroy();
      expect(added).toMatch(store.unfinished(folder));
      expect(await state()).toEqual({
        ...before,
        removals: before.removals + 1,
        files: [...before.files, added].toSorted(),
      });
      api = await api.another();
      await removeDue();
      expect(await state()).toEqual(before);
    },
  );

  describeOnce('while it stores or deletes a record', () => {
    it('stored files remain with their model if its deletion is interrupted before it is committed', async () => {
      const before = await state();
      const id = await create();
      await killAt([/INSERT INTO ["`]file_removal["`]/], () => remove(id));
      expect(await bytesOf(id)).toEqual(BYTES);
      expect((await remove(id)).status).toBe(200);
      expect(await state()).toEqual(before);
    });

    it('stored files are removed if the api dies before their record is committed', async () => {
      const before = await state();
      await killAt([INSERT_MODEL], upload);
      const after = await state();
      expect(after.models).toBe(before.models);
      expect(after.files).toHaveLength(before.files.length + 1);
      await removeDue();
      expect(await manager().count(FileRemovalEntity)).toBe(0);
      expect(await state()).toEqual(before);
    });

    it('stored files are kept if the api dies after their record was committed', async () => {
      const before = await state();
      await killAt([INSERT_MODEL, COMMIT], upload);
      const [model] = await manager().find(ModelEntity, { order: { id: 'DESC' }, take: 1 });
      const id = model?.id ?? 0;
      await removeDue();
      expect(await manager().count(FileRemovalEntity)).toBe(0);
      expect(await bytesOf(id)).toEqual(BYTES);
      expect((await remove(id)).status).toBe(200);
      expect(await state()).toEqual(before);
    });
  });
});
