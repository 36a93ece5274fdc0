import { once } from 'node:events';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { DomainError } from '../domain-error';
import { Semaphore } from './semaphore';
import { withTimeout } from './with-timeout';

export interface ThreadLimits {
  /** Maximum number of threads that run at once. */
  atOnce: number;
  /** Maximum heap size of a thread. Transferred buffers are not part of the heap. */
  heapMebibytes: number;
  /** Creates the error of a call for which no thread becomes free in time. */
  busy: () => DomainError;
}

export interface ThreadInput {
  /** The `workerData` of the module. */
  data: unknown;
  /** Buffers of the data that are moved instead of copied. */
  transfer?: TransferListItem[];
}

export interface ThreadOptions {
  /** Limit for waiting and computing together. The time in which the caller asks for no message does not count. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/** The module has failed, or needs too much time or memory. */
export class ThreadFailure extends Error {}

/** The module needs too much time. */
export class ThreadTimeout extends ThreadFailure {}

/**
 * Runs a compiled module in a worker thread for each call, so that foreign input can neither block the event loop nor
 * take the memory of the process. The module sends its results by `parentPort.postMessage`. It may wait for a message
 * of the parent before each of them.
 */
export class ThreadedModule {
  private readonly turns: Semaphore;

  /** @param file the path of the compiled module */
  constructor(
    private readonly file: string,
    private readonly limits: ThreadLimits,
  ) {
    this.turns = new Semaphore(limits.atOnce);
  }

  /** Returns the first message of the module. @throws the errors of `messages` */
  async first<T>(input: () => Promise<ThreadInput>, options: ThreadOptions): Promise<T> {
    for await (const message of this.messages<T>(input, options)) return message;
    throw new ThreadFailure('The thread has sent no message.');
  }

  /**
   * Yields the messages of the module until the caller leaves the loop.
   * @param input called when a thread is free
   * @throws ThreadFailure, `ThreadTimeout` after the time limit; the DomainError of `busy` or of the module; the error of `input`
   */
  async *messages<T>(
    input: () => Promise<ThreadInput>,
    { timeoutMs, signal }: ThreadOptions,
  ): AsyncGenerator<T> {
    let endMs = performance.now() + timeoutMs;
    const reason = () => new ThreadTimeout(`The thread did not finish within ${timeoutMs} ms.`);
    if (!(await this.turns.acquire({ timeoutMs, signal }))) throw this.limits.busy();
    let thread: Worker | undefined;
    try {
      thread = this.start(await input());
      const next = messageReader<T>(thread);
      for (;;) {
        const message = await withTimeout(Math.max(1, endMs - performance.now()), next, reason, signal);
        const readMs = performance.now();
        yield message;
        endMs += performance.now() - readMs;
      }
    } finally {
      // The next thread starts when this one has ended. The caller does not wait for that: it may take seconds.
      void Promise.resolve(thread?.terminate()).finally(() => this.turns.release());
    }
  }

  private start({ data, transfer = [] }: ThreadInput): Worker {
    return new Worker(this.file, {
      workerData: data,
      transferList: transfer,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMebibytes },
    });
  }
}

const NO_RESULT = 'The thread has ended without a result.';

/** Returns a function that asks the thread for its next message. */
function messageReader<T>(thread: Worker): (signal: AbortSignal) => Promise<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    thread.once('error', (error) => reject(asThrown(error)));
    // A message that arrived before the end is read first.
    thread.once('exit', () => setImmediate(() => reject(new ThreadFailure(NO_RESULT))));
  });
  // The thread may also end while no message is awaited.
  ended.catch(() => undefined);
  return async (signal) => {
    const message = once(thread, 'message', { signal }) as Promise<[T]>;
    thread.postMessage('next', []);
    return (await Promise.race([message, ended]))[0];
  };
}

/** Errors of a thread arrive without their class. */
function asThrown(error: Error): Error {
  if (error.name !== 'DomainError') return new ThreadFailure(error.message, { cause: error });
  const { kind, code, reason, details, retryAfterSeconds } = error as DomainError;
  return new DomainError(kind, code, reason, { details, retryAfterSeconds });
}
