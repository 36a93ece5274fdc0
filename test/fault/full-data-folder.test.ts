// Runs in the full check only: servers fail, hang, and come back.
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURES } from '../factories/pictures';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';

const CSV = 'timestamp,value\n2026-01-01T00:00:00Z,1\n';

describe('a data folder that cannot be written', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.startProcess({ LOG_LEVEL: 'warn' });
    token = await api.signIn();
  });
  afterAll(() => api.stop());

  async function upload(
    path: string,
    name: string,
    bytes: Buffer | string,
    more: Record<string, string> = {},
  ) {
    const form = new FormData();
    for (const [field, value] of Object.entries(more)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${api.address}${path}`, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const uploadAll = async () => [
    await upload('/api/files', 'large.bin', randomBytes(200_000)),
    await upload('/api/files', 'small.txt', 'x'),
    await upload('/api/models', 'model.glb', randomBytes(1000), { name: 'Model' }),
    await upload('/api/energy/readings/import', 'readings.csv', CSV, { pointCode: 'X' }),
    await upload('/api/users/1/avatar', 'a.png', PICTURES.png),
  ];
  const readiness = async () => (await api.call('GET', '/health/ready')).body;
  const logged = () => api.log.split('The file store cannot write.').length - 1;

  it('every upload gets 507 if the folder is full, readiness and one log line say so, and uploads work again', async () => {
    expect(await readiness()).toMatchObject({ storage: { writable: true, lastFailure: null } });
    const before = logged();
    api.limitFileSize(0);
    try {
      for (const answer of await uploadAll()) {
        expect(answer).toMatchObject({ status: 507, body: { code: 'storage_full' } });
      }
      expect(await readiness()).toMatchObject({
        status: 'ready',
        storage: { writable: false, lastFailure: { code: 'storage_full' } },
      });
    } finally {
      api.limitFileSize('unlimited');
    }
    expect(await upload('/api/files', 'small.txt', 'x')).toMatchObject({ status: 201 });
    expect(await readiness()).toMatchObject({ storage: { writable: true, lastFailure: null } });
    // The log is written after a short delay.
    await waitFor(() => logged() > before, { what: 'the line of the log' });
    expect(logged()).toBe(before + 1);
  });

  it('every upload gets 500 with its own code if the folder cannot be used for another reason', async () => {
    const uploads = join(api.environment.DATA_DIR, 'uploads');
    await rm(uploads, { recursive: true, force: true });
    // No account can create a folder inside a file. Permissions would not do: they do not apply to root.
    await writeFile(uploads, '');
    try {
      for (const answer of await uploadAll()) {
        expect(answer).toMatchObject({ status: 500, body: { code: 'storage_failed' } });
      }
      expect(await readiness()).toMatchObject({
        storage: { writable: false, lastFailure: { code: 'storage_failed' } },
      });
    } finally {
      await rm(uploads);
    }
    expect(await upload('/api/files', 'small.txt', 'x')).toMatchObject({ status: 201 });
  });
});
