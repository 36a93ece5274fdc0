import { readdir, utimes } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { FileRemovalEntity, ModelEntity, ReadingImportEntity } from '@app/entities';
import { aGlb } from '../factories/models';
import { RunningApi } from '../factories/running-api';
import { sendForm } from '../factories/send-form';
import type { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

jest.setTimeout(120_000);

const BYTES = aGlb({ nodes: ['Pump'], sizeBytes: 300_000 });
const COMMIT = /COMMIT(?!TED)/;
const DELETE_MODEL = /DELETE FROM ["`]model["`]/;
const INSERT_MODEL = /INSERT INTO ["`]model["`]/;
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

describe('stored files whose process is killed', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let token: string;

  beforeAll(async () => {
    ({ api, relay } = await RunningApi.startBehindRelay());
    ({ token } = await api.signInAs('engineer'));
  });
  afterAll(async () => {
    await api.stopProcess();
    await relay.cut();
    await api.stop();
  });

  const manager = () => api.database.dataSource.manager;
  const folder = () => join(api.environment.DATA_DIR, 'uploads');

  /** The names of all stored files, and of parts of files. */
  async function files(): Promise<string[]> {
    const names = await readdir(folder(), { recursive: true }).catch(() => []);
    return names.filter((name) => name.includes('.')).toSorted();
  }

  const state = async () => ({
    models: await manager().count(ModelEntity),
    imports: await manager().count(ReadingImportEntity),
    removals: await manager().count(FileRemovalEntity),
    files: await files(),
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

  /** Kills the api while the response to a statement of its request is held, and starts it again. */
  async function killAt(statements: RegExp[], request: () => Promise<unknown>): Promise<void> {
    const held = relay.holdAnswer(...statements);
    const answer = request().catch(() => 'none');
    await held;
    await api.killProcess();
    expect(await answer).toBe('none');
    api = await api.another();
  }

  /** Moves all planned removals and unfinished files into the past, and lets a worker remove them. */
  async function removeDue(isDone: () => Promise<boolean>): Promise<void> {
    await manager().createQueryBuilder().update(FileRemovalEntity).set({ dueAt: LONG_AGO }).execute();
    for (const name of await files()) await utimes(join(folder(), name), LONG_AGO, LONG_AGO);
    const worker = await new AppProcess('worker', api.environment).start();
    try {
      await waitFor(isDone, { what: 'the removal', timeoutMs: 30_000 });
    } finally {
      await worker.stop();
    }
  }

  it.each([
    ['the model was deleted, but not committed', [DELETE_MODEL]],
    ['the removal of the file was planned, but not committed', [/INSERT INTO ["`]file_removal["`]/]],
  ])('stay with their model if its deletion is interrupted after %s', async (_, statements) => {
    const before = await state();
    const id = await create();
    await killAt(statements, () => remove(id));
    expect(await bytesOf(id)).toEqual(BYTES);
    expect((await remove(id)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  it.each([
    ['was committed', [DELETE_MODEL, COMMIT], 1],
    ['was committed and the removal of the file began', [/UPDATE ["`]file_removal["`]/], 1],
    ['was committed and the file removed', [/DELETE FROM ["`]file_removal["`]/], 0],
  ])('are removed if the deletion of their model %s', async (_, statements, left) => {
    const before = await state();
    const id = await create();
    await killAt(statements, () => remove(id));
    const after = await state();
    expect(after).toMatchObject({ models: before.models });
    expect(after.files.length - before.files.length).toBe(left);
    expect(await bytesOf(id)).toBe(404);
    expect((await remove(id)).status).toBe(404);
    await removeDue(async () => (await manager().count(FileRemovalEntity)) === 0);
    expect(await state()).toEqual(before);
  });

  it.each([
    ['a model', '/api/models', 'models'],
    ['readings', '/api/energy/readings/import?pointCode=M', 'imports'],
  ])('are removed without a row if the api dies during the upload of %s', async (_, path, prefix) => {
    const before = await state();
    const socket = beginUpload(path, BYTES.subarray(0, 200_000));
    const added = await waitFor(
      async () => (await files()).find((name) => name.startsWith(prefix) && !before.files.includes(name)),
      { what: 'the beginning of the file' },
    );
    await api.killProcess();
    socket.destroy();
    expect(added).toMatch(/\.part$/);
    expect(await state()).toEqual({
      ...before,
      removals: before.removals + 1,
      files: [...before.files, added].toSorted(),
    });
    api = await api.another();
    await removeDue(async () => JSON.stringify(await state()) === JSON.stringify(before));
  });

  it('are removed if the api dies before their record is committed', async () => {
    const before = await state();
    await killAt([INSERT_MODEL], upload);
    const after = await state();
    expect(after.models).toBe(before.models);
    expect(after.files).toHaveLength(before.files.length + 1);
    await removeDue(async () => (await manager().count(FileRemovalEntity)) === 0);
    expect(await state()).toEqual(before);
  });

  it('stay if the api dies after their record was committed', async () => {
    const before = await state();
    await killAt([INSERT_MODEL, COMMIT], upload);
    const [model] = await manager().find(ModelEntity, { order: { id: 'DESC' }, take: 1 });
    const id = model?.id ?? 0;
    await removeDue(async () => (await manager().count(FileRemovalEntity)) === 0);
    expect(await bytesOf(id)).toEqual(BYTES);
    expect((await remove(id)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  /** Sends the beginning of an upload and keeps the connection open. */
  function beginUpload(path: string, bytes: Buffer): Socket {
    const { hostname, port } = new URL(api.address);
    const socket = connect(Number(port), hostname);
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 8000000',
      '',
      '--x',
      'Content-Disposition: form-data; name="file"; filename="a.glb"',
      '',
      '',
    ].join('\r\n');
    socket.on('error', () => undefined);
    socket.write(Buffer.concat([Buffer.from(head), bytes]));
    return socket;
  }
});
