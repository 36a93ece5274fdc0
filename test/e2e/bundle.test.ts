// Runs in the full check only: it starts every built program.
import { join } from 'node:path';
import { AppProcess } from '../servers/app-process';
import { type Outcome, startCommand } from '../servers/command';

const DIST = join(__dirname, '..', '..', 'dist');
const startProgram = join(DIST, 'bundle', 'start-program.cjs');
const mainOf = (program: string) => join(DIST, 'apps', program, 'src', 'main.js');

/** A flag of V8 that the build does not use. V8 rejects code caches that were written with other flags. */
const OTHER_FLAG = '--no-opt';
/** Runs before a program, and prints the loaded files when the program ends. */
const LIST_FILES = `process.on('exit', () => console.log(JSON.stringify(Object.keys(require.cache))));`;
/** Runs before a program, and prints the stack trace of the call that ends the program. */
const TRACE_EXIT = `const { exit } = process;
  process.exit = (code) => { console.log(new Error('The program ends.').stack); exit(code); };`;

/** Runs before a program, and prints whether V8 rejects the code cache of the program. */
const tryCodeCache = (program: string) => `const { compile, readCodeCache } = require('${startProgram}');
  console.log(JSON.stringify(compile(readCodeCache('${program}')).cachedDataRejected));`;

/** Runs `preload` and then a program. The program ends once it is loaded, because it refuses its environment. */
function load(program: string, preload: string, ...flags: string[]): Promise<Outcome> {
  const script = `${preload}; require('${mainOf(program)}');`;
  return startCommand([...flags, '-e', script], { LOG_LEVEL: 'loud' }).outcome;
}

it.each(['api', 'worker', 'gateway-sim', 'bridge', 'supervisor'])(
  'the built %s is loaded from the bundle with its code cache',
  async (program) => {
    const { code, output } = await load(program, tryCodeCache(program) + LIST_FILES);
    expect(code).toBe(78);
    const lines = output.split('\n');
    expect(lines[0]).toBe('false');
    const files = JSON.parse(lines.at(-2) ?? '') as string[];
    expect(files.filter((file) => /\/dist\/(apps|libs)\//.test(file))).toEqual([mainOf(program)]);
    // The other files belong to the few packages that are not in the bundle.
    expect(files.length).toBeLessThan(50);
  },
);

it('a built program starts without the code cache if V8 rejects it', async () => {
  const { code, output } = await load('api', tryCodeCache('api'), OTHER_FLAG);
  expect(output).toMatch(/^true\n/);
  expect(output).toContain('LOG_LEVEL must be one of');
  expect(code).toBe(78);
});

it('a built program names its source files in stack traces', async () => {
  const { output } = await load('worker', TRACE_EXIT, '--enable-source-maps');
  expect(output).toMatch(/\/apps\/worker\/src\/main\.ts:\d+:/);
});

it('a bundled program starts without warnings', async () => {
  const account = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'secret' };
  const simulator = new AppProcess('gateway-sim', { ...account, GATEWAY_SIM_PORT: 0, LOG_LEVEL: 'warn' });
  try {
    await simulator.start();
    expect(simulator.log).toBe('');
  } finally {
    await simulator.stop();
  }
});
