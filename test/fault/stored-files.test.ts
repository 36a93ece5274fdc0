// Runs in the full check only: servers fail, hang, and come back.
import { PlatformModule, StoredFilesService } from '@app/domain';
import { FileRemovalEntity, ModelEntity, ReadingImportEntity } from '@app/entities';
import { Test, type TestingModule } from '@nestjs/testing';
import { beginUpload } from '../factories/begin-upload';
import { localFolder } from '../factories/inspected-stores';
import { aGlb } from '../factories/models';
import { RunningApi } from '../factories/running-api';
import { sendForm } from '../factories/send-form';
import type { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { QUIET } from '../integration/queue-processes';
import { processModules } from '../factories/process-modules';

const BYTES = aGlb({ nodes: ['Pump'], sizeBytes: 300_000 });
const BEGINNING = BYTES.subarray(0, 200_000);
const COMMIT = /COMMIT(?!TED)/;
const INSERT_MODEL = /INSERT INTO ["`]model["`]/;
const PATIENCE_MS = 120_000;
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

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
/** The path of each kind of upload, and the folder of its file. */
const UPLOADS: [string, string][] = [
  ['/api/models', 'models'],
  ['/api/energy/readings/import?pointCode=M', 'imports'],
];

describe('files whose process is killed', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let token: string;
  /** Removes files as a worker does. */
  let remover: TestingModule;

  beforeAll(async () => {
    // The requests wait for held responses until the api is killed.
    ({ api, relay } = await RunningApi.startProcessBehindRelay({
      LIMIT_REQUEST_MS: PATIENCE_MS,
      LIMIT_DATABASE_STATEMENT_MS: PATIENCE_MS,
    }));
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
  });

  const manager = () => api.database.dataSource.manager;
  const state = async () => ({
    models: await manager().count(ModelEntity),
    imports: await manager().count(ReadingImportEntity),
    removals: await manager().count(FileRemovalEntity),
    files: await localFolder.files(api),
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
    const before = await localFolder.files(api);
    const added = async () => (await localFolder.files(api)).find((name) => !before.includes(name)) ?? '';
    const deleted = does === 'delete' ? { id: await create(), file: await added() } : undefined;
    const held = relay.holdAnswer(...at);
    const answer = (deleted ? remove(deleted.id) : upload()).catch(() => 'none');
    await held;
    return { ...expected, id: deleted?.id, file: deleted?.file ?? (await added()), answer };
  }

  /** Moves all planned removals and unfinished files into the past, and removes them. */
  async function removeDue(): Promise<void> {
    await manager().createQueryBuilder().update(FileRemovalEntity).set({ dueAt: LONG_AGO }).execute();
    await localFolder.age(api);
    const files = remover.get(StoredFilesService);
    await files.removeDue(new AbortController().signal);
    await files.removeUnfinished();
  }

  /** Sends the beginning of an upload. @returns the name of its unfinished file */
  async function begin([path, folder]: [string, string]): Promise<string> {
    const before = await localFolder.files(api);
    beginUpload(api, { path, token, bytes: BEGINNING });
    const added = await waitFor(
      async () => (await localFolder.files(api)).find((name) => !before.includes(name)),
      { what: 'the beginning of the file' },
    );
    expect(added).toMatch(new RegExp(`^${folder}/.*\\.part$`));
    return added;
  }

  it('stored files are kept with their models, and removed without them, if the api dies during deletions and uploads', async () => {
    const before = await state();
    const requests: Awaited<ReturnType<typeof interrupt>>[] = [];
    for (const interruption of INTERRUPTIONS) requests.push(await interrupt(interruption));
    // A model is a part of a form, readings are a whole body.
    const unfinished: string[] = [];
    for (const upload of UPLOADS) unfinished.push(await begin(upload));
    await api.killProcess();
    for (const { answer } of requests) expect(await answer).toBe('none');
    api = await api.another();

    const kept = requests.filter(({ isKept }) => isKept);
    const filesOf = (some: typeof requests) => some.map(({ file }) => file);
    expect(await state()).toMatchObject({
      models: before.models + kept.length,
      imports: before.imports,
      files: [
        ...before.files,
        ...filesOf(requests.filter(({ hasFile }) => hasFile)),
        ...unfinished,
      ].toSorted(),
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
      files: [...before.files, ...filesOf(kept)].toSorted(),
    });
    for (const { id } of await manager().find(ModelEntity)) {
      expect(await bytesOf(id)).toEqual(BYTES);
      expect((await remove(id)).status).toBe(200);
    }
    expect(await state()).toEqual(before);
  });
});
