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

/** A request during which the api dies: it has sent these statements, and waits for the response to the last one. */
interface Interruption {
  does: 'delete' | 'upload';
  at: RegExp[];
  /** Whether the model still exists, or exists now. */
  isKept: boolean;
  /** Whether the file is still in the store. */
  hasFile: boolean;
}
const INTERRUPTIONS: Interruption[] = [
  // The deletion was committed and the removal of the file began.
  { does: 'delete', at: [/UPDATE ["`]file_removal["`]/], isKept: false, hasFile: true },
  // The deletion was committed and the file removed.
  { does: 'delete', at: [/DELETE FROM ["`]file_removal["`]/], isKept: false, hasFile: false },
  // The deletion was not committed.
  { does: 'delete', at: [/INSERT INTO ["`]file_removal["`]/], isKept: true, hasFile: true },
  // The record was not committed.
  { does: 'upload', at: [INSERT_MODEL], isKept: false, hasFile: true },
  // The record was committed.
  { does: 'upload', at: [INSERT_MODEL, COMMIT], isKept: true, hasFile: true },
];
const UPLOADS: [string, string, string][] = [
  ['a model', '/api/models', 'models'],
  ['readings', '/api/energy/readings/import?pointCode=M', 'imports'],
];

describe.each(STORES)('files in %s whose process is killed', (_store, open) => {
  const isFirstStore = open === STORES[0]?.[1];
  let store: InspectedStore;
  let api: RunningApi;
  let relay: TcpRelay;
  let token: string;
  /** Removes files as a worker does. */
  let remover: TestingModule;

  beforeAll(async () => {
    store = await open();
    ({ api, relay } = await RunningApi.startProcessBehindRelay(store.environment));
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

  /** Sends a request, and waits until the response to its last statement is held. */
  async function interrupt({ does, at, ...expected }: Interruption) {
    const before = await store.files(api);
    const added = async () => (await store.files(api)).find((name) => !before.includes(name)) ?? '';
    const deleted = does === 'delete' ? { id: await create(), file: await added() } : undefined;
    const held = relay.holdAnswer(...at);
    const answer = (deleted ? remove(deleted.id) : upload()).catch(() => 'none');
    await held;
    return { ...expected, id: deleted?.id, file: deleted?.file ?? (await added()), answer };
  }

  /** Moves all planned removals and unfinished files into the past, and removes them. */
  async function removeDue(): Promise<void> {
    await manager().createQueryBuilder().update(FileRemovalEntity).set({ dueAt: LONG_AGO }).execute();
    await store.age(api);
    const files = remover.get(StoredFilesService);
    await files.removeDue(new AbortController().signal);
    await files.removeUnfinished();
  }

  it('stored files are kept with their models, and removed without them, if the api dies during deletions and uploads', async () => {
    const before = await state();
    const requests: Awaited<ReturnType<typeof interrupt>>[] = [];
    // The rows are the same with each store.
    for (const interruption of isFirstStore ? INTERRUPTIONS : INTERRUPTIONS.slice(0, 1))
      requests.push(await interrupt(interruption));
    await api.killProcess();
    for (const { answer } of requests) expect(await answer).toBe('none');
    api = await api.another();

    const kept = requests.filter(({ isKept }) => isKept);
    const filesWith = (some: typeof requests) =>
      [...before.files, ...some.map(({ file }) => file)].toSorted();
    expect(await state()).toMatchObject({
      models: before.models + kept.length,
      files: filesWith(requests.filter(({ hasFile }) => hasFile)),
    });
    for (const { id } of requests.filter(({ isKept }) => !isKept)) {
      if (id === undefined) continue;
      expect(await bytesOf(id)).toBe(404);
      expect((await remove(id)).status).toBe(404);
    }
    await removeDue();
    expect(await state()).toEqual({
      ...before,
      removals: 0,
      models: before.models + kept.length,
      files: filesWith(kept),
    });
    for (const { id } of await manager().find(ModelEntity)) {
      expect(await bytesOf(id)).toEqual(BYTES);
      expect((await remove(id)).status).toBe(200);
    }
    expect(await state()).toEqual(before);
  });

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
});
