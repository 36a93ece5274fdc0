import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalFileStore } from './local-file-store';

// The behaviour that is common to all stores is tested in test/integration/file-store.contract.test.ts.
describe('LocalFileStore', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'file-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes files readable only for the account of the service', async () => {
    const store = new LocalFileStore(join(folder, 'uploads'));
    await store.write('avatars/one.png', Buffer.from('bytes'));
    const { mode } = await stat(join(folder, 'uploads', 'avatars', 'one.png'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('finds no incomplete writes if its folder does not exist yet', async () => {
    const store = new LocalFileStore(join(folder, 'uploads'));
    expect(await store.removeUnfinished(new Date())).toBe(0);
  });
});
