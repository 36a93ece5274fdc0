import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from './data-folder';
import { identify } from './process-identity';
import { StartError } from './start-error';

describe('openDataFolder', () => {
  let parent: string;
  beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'data-folder-'))));
  afterEach(() => rmSync(parent, { recursive: true }));

  it('makes it closed to others, with the folders above it', async () => {
    const folder = await openDataFolder(join(parent, 'a', 'b'));
    expect(folder).toMatchObject({ path: join(parent, 'a', 'b'), takenOver: false });
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  });

  it('leaves the permissions of a folder that is there', async () => {
    chmodSync(parent, 0o755);
    await openDataFolder(parent);
    expect(statSync(parent).mode & 0o777).toBe(0o755);
  });

  it('is held by one start at a time', async () => {
    const first = await openDataFolder(parent);
    await expect(openDataFolder(parent)).rejects.toThrow(
      `Plantroom runs on the data in ${parent} already (process ${process.pid})`,
    );
    first.release();
    await expect(openDataFolder(parent)).resolves.toMatchObject({ takenOver: false });
  });

  it('waits for a holder that is just ending', async () => {
    const first = await openDataFolder(parent);
    const second = openDataFolder(parent);
    setTimeout(() => first.release(), 100);
    await expect(second).resolves.toMatchObject({ path: parent });
  });

  it.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })],
    ['a process whose number another one has now', JSON.stringify({ pid: process.pid, started: '1' })],
    ['nobody that can be read', ''],
  ])('takes the lock of %s', async (_whose, content) => {
    writeFileSync(join(parent, 'supervisor.lock'), content);
    const folder = await openDataFolder(parent);
    expect(folder.takenOver).toBe(true);
    expect(JSON.parse(readFileSync(join(parent, 'supervisor.lock'), 'utf8'))).toEqual(identify(process.pid));
    expect(readdirSync(parent)).toEqual(['supervisor.lock']);
  });

  it.each(['file/below', 'file'])('says in one line that it cannot be %s', async (path) => {
    writeFileSync(join(parent, 'file'), '');
    const opened = openDataFolder(join(parent, path));
    await expect(opened).rejects.toThrow(StartError);
    await expect(opened).rejects.toThrow(/^DATA_DIR cannot be used: [^\n]+$/);
  });

  it('gives up where no folder can be made', async () => {
    // On Linux a place that takes none although its parent is there; elsewhere root alone could write it.
    await expect(openDataFolder('/proc/no/such')).rejects.toThrow(/^DATA_DIR cannot be used: /);
  });
});
