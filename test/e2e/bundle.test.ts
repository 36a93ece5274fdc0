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

/** Runs `preload` and then a program. The program ends once it is loaded, because it refuses its environment. */
function load(program: string, preload = '', ...flags: string[]): Promise<Outcome> {
  const script = `${preload}; require('${mainOf(program)}');`;
  return startCommand([...flags, '-e', script], { LOG_LEVEL: 'loud' }).outcome;
}

async function rejectsCodeCache(program: string, ...flags: string[]): Promise<boolean> {
  const script = `const { compile, readCodeCache } = require('${startProgram}');
    console.log(compile(readCodeCache('${program}')).cachedDataRejected);`;
  return JSON.parse((await startCommand([...flags, '-e', script], {}).outcome).output) as boolean;
}

it.each(['api', 'worker', 'gateway-sim', 'bridge', 'supervisor'])(
  'the built %s is loaded from the bundle with its code cache',
  async (program) => {
    expect(await rejectsCodeCache(program)).toBe(false);
    const { code, output } = await load(program, LIST_FILES);
    expect(code).toBe(78);
    const files = JSON.parse(output.split('\n').at(-2) ?? '') as string[];
    expect(files.filter((file) => /\/dist\/(apps|libs)\//.test(file))).toEqual([mainOf(program)]);
    // The other files belong to the few packages that are not in the bundle.
    expect(files.length).toBeLessThan(50);
  },
);

it('a built program starts without the code cache if V8 rejects it', async () => {
  expect(await rejectsCodeCache('api', OTHER_FLAG)).toBe(true);
  const { code, output } = await load('api', '', OTHER_FLAG);
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
