import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstStart, openDataFolder } from './data-folder';
import { identify } from './process-identity';
import { StartError } from './start-error';

describe('openDataFolder', () => {
  let parent: string;
  beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'data-folder-'))));
  afterEach(() => rmSync(parent, { recursive: true }));

  it('creates the folder and its parents without access for other users', async () => {
    const folder = await openDataFolder(join(parent, 'a', 'b'));
    expect(folder).toMatchObject({ path: join(parent, 'a', 'b'), takenOver: false });
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  });

  it('keeps the permissions of an existing folder', async () => {
    chmodSync(parent, 0o755);
    await openDataFolder(parent);
    expect(statSync(parent).mode & 0o777).toBe(0o755);
  });

  it('keeps the time of the first start with a new folder, and has none for an older folder', async () => {
    const first = await openDataFolder(join(parent, 'new'));
    const startedAt = firstStart(first);
    expect(Math.abs(Date.now() - Date.parse(startedAt ?? ''))).toBeLessThan(60_000);
    first.release();
    const second = await openDataFolder(join(parent, 'new'));
    expect({ ...second, at: firstStart(second) }).toMatchObject({ isNew: false, at: startedAt });
    expect(firstStart(await openDataFolder(parent))).toBeNull();
  });

  it('lets only one process at a time hold the lock', async () => {
    const first = await openDataFolder(parent);
    await expect(openDataFolder(parent)).rejects.toThrow(
      `Plantroom already uses the data in ${parent} (process ${process.pid})`,
    );
    first.release();
    await expect(openDataFolder(parent)).resolves.toMatchObject({ takenOver: false });
  });

  it('waits for a lock holder that is ending', async () => {
    const first = await openDataFolder(parent);
    const second = openDataFolder(parent);
    setTimeout(() => first.release(), 100);
    await expect(second).resolves.toMatchObject({ path: parent });
  });

  it.each([
    ['a process that no longer exists', JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })],
    ['a process whose id now belongs to another process', JSON.stringify({ pid: process.pid, started: '1' })],
    ['an unreadable holder', ''],
  ])('takes over the lock of %s', async (_whose, content) => {
    writeFileSync(join(parent, 'supervisor.lock'), content);
    const folder = await openDataFolder(parent);
    expect(folder.takenOver).toBe(true);
    expect(JSON.parse(readFileSync(join(parent, 'supervisor.lock'), 'utf8'))).toEqual(identify(process.pid));
    expect(readdirSync(parent)).toEqual(['supervisor.lock']);
  });

  it.each(['file/below', 'file'])('reports in one line that the path %s cannot be used', async (path) => {
    writeFileSync(join(parent, 'file'), '');
    const opened = openDataFolder(join(parent, path));
    await expect(opened).rejects.toThrow(StartError);
    await expect(opened).rejects.toThrow(/^DATA_DIR cannot be used: [^\n]+$/);
  });

  it('fails if no folder can be created', async () => {
    // A path in which no folder can be created. On Linux, /proc exists but does not allow new folders. On other
    // systems, only root could create this folder.
    await expect(openDataFolder('/proc/no/such')).rejects.toThrow(/^DATA_DIR cannot be used: /);
  });
});
