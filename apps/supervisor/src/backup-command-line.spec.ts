import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackupCommand, readRestoreCommand } from './backup-command-line';

const NOW = new Date('2026-03-29T01:30:05.123Z');

const backup = (args: string[], BACKUP_PASSPHRASE?: string) =>
  readBackupCommand(args, { DATA_DIR: '/data', BACKUP_PASSPHRASE }, NOW);

describe('the command', () => {
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'backup-command-line-'));
    file = join(folder, 'backup.tar.gz');
    writeFileSync(file, '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('backup names a new file after the current time, and appends .enc if it is encrypted', () => {
    expect(backup([])).toEqual({
      file: '/data/backups/plantroom-20260329T013005Z.tar.gz',
      includeFiles: true,
    });
    expect(backup([], 'a long passphrase').file).toMatch(/Z\.tar\.gz\.enc$/);
  });

  it('backup accepts a file name, and leaves out the stored files on request', () => {
    expect(backup(['mine.tar.gz', '--without-files'])).toEqual({ file: 'mine.tar.gz', includeFiles: false });
  });

  it('backup never overwrites a file', () => {
    expect(() => backup([file])).toThrow(`${file} exists already. Choose another name.`);
  });

  it.each([[['one', 'two']], [['--passphrase=secret']], [['--overwrite']]])('backup refuses %j', (args) => {
    expect(() => backup(args)).toThrow(/Usage: npm run backup/);
  });

  it('restore replaces existing data and continues interrupted work only if the options say so', () => {
    const nothing = { overwrite: false, otherInstallation: false, continueWork: false };
    expect(readRestoreCommand([file])).toEqual({ file, ...nothing });
    const all = ['--overwrite', '--other-installation', '--continue-work'];
    expect(readRestoreCommand([file, ...all])).toEqual({
      file,
      overwrite: true,
      otherInstallation: true,
      continueWork: true,
    });
  });

  it.each([[[]], [['one', 'two']], [['--force', 'one']]])('restore refuses %j', (args: string[]) => {
    expect(() => readRestoreCommand(args)).toThrow(/Usage: npm run restore/);
  });

  it('restore refuses a file that does not exist', () => {
    expect(() => readRestoreCommand([join(folder, 'absent')])).toThrow(/^There is no file /);
  });
});
