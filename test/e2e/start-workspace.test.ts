// Runs in the full check only: it installs a workspace.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '../harness';

const LOCK = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } };
const OTHER_PLATFORM = { version: '1.0.0', integrity: 'sha512-b', optional: true };

/** A replacement for the Nest command line. It counts its calls, and builds a program that prints its arguments. */
const FAKE_NEST = `
const fs = require('node:fs');
fs.appendFileSync('builds', 'x');
if (fs.existsSync('apps/api/src/broken.ts')) { console.error('error TS2304'); process.exit(1); }
setTimeout(() => {
  for (const app of ['supervisor', 'api', 'gateway-sim']) {
    fs.mkdirSync('dist/apps/' + app + '/src', { recursive: true });
    fs.writeFileSync('dist/apps/' + app + '/src/main.js', 'console.log("runs", ...process.argv.slice(2), ...(process.env.PORT ? ["on " + process.env.PORT] : []))');
  }
}, fs.existsSync('slow') ? 500 : 0);
`;
/** A replacement for Vite. It counts its calls. */
const FAKE_VITE = `
const fs = require('node:fs');
fs.appendFileSync('console-builds', 'x');
if (fs.existsSync('apps/console/src/broken.ts')) { console.error('RollupError'); process.exit(1); }
fs.mkdirSync('dist/console', { recursive: true });
`;
/** A replacement for the bundler. */
const FAKE_BUNDLER = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/bundle');
writeFileSync('dist/bundle/programs.js', '');
`;
/** A replacement for npm. It counts its calls and creates the same files as npm. */
const FAKE_NPM = `#!/bin/sh
echo "$@" >> installs
if [ -e npm-fails ]; then exit 7; fi
mkdir -p node_modules && cp installed-lock.json node_modules/.package-lock.json
`;

/** Creates a small checkout with the real scripts. */
describe('a start from a checkout', () => {
  let folder: string;
  /** The variable CONSOLE. */
  let consoleSetting: string | undefined;
  beforeEach(() => {
    consoleSetting = undefined;
    folder = mkdtempSync(join(tmpdir(), 'plantroom-workspace-'));
    cpSync(join(__dirname, '..', '..', 'scripts'), join(folder, 'scripts'), { recursive: true });
    write('package-lock.json', JSON.stringify(LOCK));
    write(
      'installed-lock.json',
      JSON.stringify({ packages: { 'node_modules/a': LOCK.packages['node_modules/a'] } }),
    );
    write('node_modules/.package-lock.json', readFileSync(join(folder, 'installed-lock.json'), 'utf8'));
    write('node_modules/@nestjs/cli/bin/nest.js', FAKE_NEST);
    write('node_modules/vite/bin/vite.js', FAKE_VITE);
    write('scripts/workspace/bundle.mjs', FAKE_BUNDLER);
    write('bin/npm', FAKE_NPM);
    chmodSync(join(folder, 'bin', 'npm'), 0o755);
    for (const file of ['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json']) write(file, '{}');
    write('apps/api/src/main.ts', 'start();');
    write('libs/kernel/src/index.ts', 'export {};');
    write('apps/console/src/main.tsx', 'render();');
    write('clients/typescript/src/index.ts', 'export {};');
    write('docs/recipes.md', '# Recipes');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  const environment = () => ({
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    ...(consoleSetting && { CONSOLE: consoleSetting }),
  });

  function start(...args: string[]): Promise<{ code: number; output: string }> {
    return new Promise((resolve) => {
      const script = join(folder, 'scripts', 'start.mjs');
      execFile(process.execPath, [script, ...args], { env: environment() }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }

  const count = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim().length : 0;

  it('the start script builds and runs the apps, and runs them without a build the next time', async () => {
    expect(await start()).toEqual({ code: 0, output: 'Building …\nruns\n' });
    expect(await start()).toEqual({ code: 0, output: 'runs\n' });
    expect(existsSync(join(folder, 'installs'))).toBe(false);
  });

  it('the start script passes arguments on to one process', async () => {
    await start();
    expect(await start('gateway-sim', '--replay', 'a file')).toMatchObject({
      output: 'runs --replay a file\n',
    });
  });

  it('the start script prints its usage and starts nothing if it is called with --help', async () => {
    const { code, output } = await start('--help');
    expect(code).toBe(0);
    expect(output).toMatch(/^Usage: npm start /);
    expect(output).toContain('npm run admin:password');
    expect(existsSync(join(folder, 'builds'))).toBe(false);
  });

  it.each([[['--port', '8080']], [['api', '-p', '8080']]])(
    'the start script passes the port of %j on to the API',
    async (args) => {
      const { output } = await start(...args);
      expect(output).toMatch(/runs on 8080\n$/);
    },
  );

  it.each([
    [['nonsense'], 'Unknown argument "nonsense".'],
    [['--prot', '8080'], "Unknown option '--prot'"],
    [['--port', '80800'], '--port requires a number from 0 to 65535.'],
    [['worker', '--port', '8080'], '--port requires a number from 0 to 65535.'],
  ])('the start script refuses %j and prints its usage', async (args, message) => {
    const { code, output } = await start(...args);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).toContain('Usage: npm start ');
    expect(existsSync(join(folder, 'builds'))).toBe(false);
  });

  it('the start script builds only the part that depends on a change, and nothing if no build depends on it', async () => {
    const changes: [string, () => void, { builds: number; consoleBuilds: number }][] = [
      ['a file of an app', () => write('apps/api/src/main.ts', 'begin();'), { builds: 1, consoleBuilds: 0 }],
      [
        'a removed file',
        () => rmSync(join(folder, 'libs/kernel/src/index.ts')),
        { builds: 1, consoleBuilds: 0 },
      ],
      [
        'the bundler script',
        () => write('scripts/workspace/start-program.cjs', ''),
        { builds: 1, consoleBuilds: 0 },
      ],
      ['the console', () => write('apps/console/src/main.tsx', ''), { builds: 0, consoleBuilds: 1 }],
      ['the client', () => write('clients/typescript/src/index.ts', ''), { builds: 0, consoleBuilds: 1 }],
      [
        'the time of a file',
        () => utimesSync(join(folder, 'apps/api/src/main.ts'), new Date(), new Date()),
        { builds: 0, consoleBuilds: 0 },
      ],
      ['a new test', () => write('apps/api/src/main.spec.ts', ''), { builds: 0, consoleBuilds: 0 }],
    ];
    await start();
    for (const [what, change, expected] of changes) {
      const [builds, consoleBuilds] = [count('builds'), count('console-builds')];
      change();
      await start();
      expect({
        what,
        builds: count('builds') - builds,
        consoleBuilds: count('console-builds') - consoleBuilds,
      }).toEqual({ what, ...expected });
    }
  });

  it('the start script builds the console only when it is wanted', async () => {
    consoleSetting = 'false';
    await start();
    expect(count('console-builds')).toBe(0);
    consoleSetting = undefined;
    await start();
    expect({ builds: count('builds'), consoleBuilds: count('console-builds') }).toEqual({
      builds: 1,
      consoleBuilds: 1,
    });
  });

  it('the start script builds only once for several concurrent starts', async () => {
    write('slow', '');
    const starts = await Promise.all([start(), start(), start()]);
    expect(starts.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(count('builds')).toBe(1);
  });

  it('the start script reports a failed build, and builds again the next time', async () => {
    write('apps/api/src/broken.ts', '');
    const { code, output } = await start();
    expect(code).toBe(1);
    expect(output).toMatch(/error TS2304\nThe build failed: see its messages above\.\n$/);
    rmSync(join(folder, 'apps/api/src/broken.ts'));
    expect(await start()).toMatchObject({ code: 0 });
  });

  it('the start script builds again after a start that was killed during its build', async () => {
    write('slow', '');
    const killed = spawn(process.execPath, [join(folder, 'scripts', 'start.mjs')], { env: environment() });
    await waitFor(() => count('builds') === 1, { what: 'the build to begin' });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const long = new Date(Date.now() - 60_000);
    utimesSync(join(folder, 'dist', '.lock'), long, long);
    expect(await start()).toMatchObject({ code: 0 });
  });

  it.each([
    ['nothing is installed', () => rmSync(join(folder, 'node_modules/.package-lock.json')), 1],
    [
      'another version is locked',
      () => write('package-lock.json', JSON.stringify(LOCK).replace('1.0.0', '1.0.1')),
      1,
    ],
    ['a package was removed', () => write('package-lock.json', JSON.stringify({ packages: { '': {} } })), 1],
    [
      'only a package of another platform is missing',
      () =>
        write(
          'package-lock.json',
          JSON.stringify({ packages: { ...LOCK.packages, 'node_modules/b': OTHER_PLATFORM } }),
        ),
      0,
    ],
  ])(
    'the start script compares the installed packages with the lock file: %s',
    async (_what, change, installs) => {
      change();
      await start();
      const calls = existsSync(join(folder, 'installs'))
        ? readFileSync(join(folder, 'installs'), 'utf8')
        : '';
      expect(calls).toBe('ci --include=dev --no-audit --no-fund --loglevel=error\n'.repeat(installs));
    },
  );

  it('the start script reports a failed installation', async () => {
    write('npm-fails', '');
    rmSync(join(folder, 'node_modules/.package-lock.json'));
    expect(await start()).toEqual({
      code: 1,
      output: 'Installing packages (npm ci) …\nnpm ci failed with code 7: see its output above.\n',
    });
  });

  it('the start script knows which versions of Node.js are supported', async () => {
    const supported = {
      '18.20.0': false,
      '20.18.3': false,
      '20.19.0': true,
      '21.7.0': false,
      '22.11.0': false,
      '22.12.0': true,
      '24.1.0': true,
    };
    const check = `
      import { checkNodeVersion } from '${folder}/scripts/workspace/node-version.mjs';
      const isSupported = (version) => {
        try { checkNodeVersion(version); return true; } catch { return false; }
      };
      console.log(JSON.stringify(process.argv.slice(1).map((version) => [version, isSupported(version)])));`;
    const args = ['--input-type=module', '-e', check, ...Object.keys(supported)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(Object.fromEntries(JSON.parse(stdout) as [string, boolean][])).toEqual(supported);
  });
});
