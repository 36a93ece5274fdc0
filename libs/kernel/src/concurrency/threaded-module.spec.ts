import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '../domain-error';
import { ThreadedModule, ThreadFailure, type ThreadOptions, ThreadTimeout } from './threaded-module';

const busy = () => new DomainError('unavailable', 'busy', 'Busy.');
const LIMITS = { atOnce: 1, heapMebibytes: 32, busy };
/** Long enough for a busy machine. */
const AMPLE_MS = 50_000;

const first = (module: ThreadedModule, data: unknown = null, options: Partial<ThreadOptions> = {}) =>
  module.first(() => Promise.resolve({ data }), { timeoutMs: AMPLE_MS, ...options });

describe('ThreadedModule', () => {
  let folder: string;
  let files = 0;

  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'threads-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A module whose code uses `parentPort` and `data`. */
  function threaded(code: string): ThreadedModule {
    const file = join(folder, `${files++}.js`);
    const head = `const { parentPort, workerData: data } = require('node:worker_threads');`;
    writeFileSync(file, `${head}\n${code}`);
    return new ThreadedModule(file, LIMITS);
  }
  it('runs the module beside the event loop', async () => {
    // The thread blocks until a timer of this thread has run.
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const running = first(threaded(`Atomics.wait(data, 0, 0); parentPort.postMessage('done');`), flag);
    setTimeout(() => {
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    }, 1);
    expect(await running).toBe('done');
  });

  it('yields the messages until the caller leaves the loop', async () => {
    const module = threaded(`let sent = 0; parentPort.on('message', () => parentPort.postMessage(sent++));`);
    const read: number[] = [];
    for await (const message of module.messages<number>(() => Promise.resolve({ data: null }), {
      timeoutMs: AMPLE_MS,
    })) {
      read.push(message);
      if (message === 2) break;
    }
    expect(read).toEqual([0, 1, 2]);
  });

  it('ends a module that exceeds its time, and runs the next one', async () => {
    const module = threaded(`while (data) {} parentPort.postMessage('done');`);
    await expect(first(module, true, { timeoutMs: 20 })).rejects.toThrow(ThreadTimeout);
    expect(await first(module, false)).toBe('done');
  });

  it('ends a module that exceeds its memory', async () => {
    const module = threaded(`const kept = []; for (;;) kept.push(new Array(1000).fill(kept.length));`);
    await expect(first(module)).rejects.toThrow(ThreadFailure);
  });

  it('ends a module whose caller gives up', async () => {
    const reason = new Error('The caller has gone.');
    const stop = new AbortController();
    const running = first(threaded('for (;;) {}'), null, { signal: stop.signal });
    setTimeout(() => stop.abort(reason), 1);
    await expect(running).rejects.toBe(reason);
  });

  it('refuses a call for which no thread becomes free in time', async () => {
    const stop = new AbortController();
    const module = threaded('for (;;) {}');
    const running = first(module, null, { signal: stop.signal });
    await expect(first(module, null, { timeoutMs: 1 })).rejects.toThrow(busy());
    stop.abort(new Error('The test is over.'));
    await expect(running).rejects.toThrow('The test is over.');
  });

  it('throws a DomainError of the module with its code and details', async () => {
    const details = [{ path: 'body', message: 'Wrong.' }];
    const module = threaded(
      `throw Object.assign(new Error('Wrong.'), { name: 'DomainError', kind: 'invalid', code: 'wrong', reason: { code: 'wrong', values: {}, message: 'Wrong.' }, details: data });`,
    );
    const thrown: unknown = await first(module, details).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(DomainError);
    expect(thrown).toMatchObject({ kind: 'invalid', code: 'wrong', message: 'Wrong.', details });
  });

  it.each([
    ['fails', `throw new TypeError('Broken.');`, 'Broken.'],
    ['ends without a message', '', 'ended without a result'],
  ])('reports a module that %s', async (_case, code, message) => {
    const failure = first(threaded(code));
    await expect(failure).rejects.toThrow(ThreadFailure);
    await expect(failure).rejects.toThrow(message);
  });

  it('throws the error of the input, and runs the next call', async () => {
    const module = threaded(`parentPort.postMessage('done');`);
    const missing = new Error('The file is missing.');
    await expect(module.first(() => Promise.reject(missing), { timeoutMs: AMPLE_MS })).rejects.toBe(missing);
    expect(await first(module)).toBe('done');
  });
});
