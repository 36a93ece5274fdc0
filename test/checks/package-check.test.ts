import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'check-packages.mjs');
const integrity = 'sha512-AAAA';

describe('npm run packages', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plantroom-packages-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function check(packages: Record<string, object>, allowScripts: Record<string, boolean> = {}) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ allowScripts }));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
    return { status, problems: stdout.trimEnd() };
  }

  it('the check of packages accepts packages of the registry with checksums and reviewed install scripts', () => {
    const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz';
    const packages = {
      'node_modules/a': { integrity, resolved },
      'node_modules/a/node_modules/@b/c': { integrity, hasInstallScript: true },
      'node_modules/d': { integrity, hasInstallScript: true },
    };
    expect(check(packages, { '@b/c': true, d: false })).toEqual({ status: 0, problems: '' });
  });

  it.each([
    ['node_modules/a', {}, 'has no checksum'],
    ['node_modules/a', { integrity, resolved: 'git+ssh://git@github.com/a/a.git#1' }, 'is not from'],
    ['node_modules/a', { integrity, resolved: 'https://registry.npmjs.org.example/a.tgz' }, 'is not from'],
    ['packages/a', { integrity }, 'is not from'],
    ['node_modules/@b/a', { integrity, hasInstallScript: true }, 'has an install script'],
    ['node_modules/d/node_modules/a', { integrity, hasInstallScript: true }, 'has an install script'],
  ])('the check of packages reports %s: %j', (path, entry, problem) => {
    const result = check({ [path]: entry }, { d: true, b: true });
    expect(result).toEqual({ status: 1, problems: expect.stringMatching(`^${path} ${problem}.*$`) });
  });

  it('the check of packages accepts the packages of the product', () => {
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, join(__dirname, '..', '..')], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});
