import { type Clock, repeatEvery, Semaphore } from '@app/kernel';
import type { Logger } from 'pino';
import type { BridgeStore } from './bridge-store';
import type { StoredSample } from './packed-samples';

/** After a crash, at most the samples of this time are missing. */
const FLUSH_MS = 5000;
const PACK_MS = 600_000;
const DAY_MS = 86_400_000;
/** With less free space on the disk, the history grows no further: its oldest hours make room for the new ones. */
const RESERVED_BYTES = 500 * 2 ** 20;
/** So many samples wait for a database that does not answer. Then the oldest are lost. */
const MOST_WAITING = 1_000_000;

type NewSample = StoredSample & { code: string };

/** The history of all points. It stores new samples in batches. */
export class History {
  private waiting: NewSample[] = [];
  private readonly turn = new Semaphore(1);
  private readonly stopping = new AbortController();
  private repeating: Promise<unknown> = Promise.resolve();
  /** While the disk is nearly full, the history stays as long as it was then. */
  private longestMs = Infinity;

  /** @param freeBytes returns the free space on the disk of the database */
  constructor(
    private readonly store: BridgeStore,
    private readonly clock: Clock,
    private readonly keptDays: number,
    private readonly freeBytes: () => Promise<number>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    const { signal } = this.stopping;
    const attempt = (what: string, work: () => Promise<void>) => () =>
      work().catch((error: unknown) => this.logger.error({ err: error }, what));
    this.repeating = Promise.all([
      repeatEvery(
        FLUSH_MS,
        signal,
        attempt('new samples cannot be stored', () => this.flush()),
      ),
      repeatEvery(
        PACK_MS,
        signal,
        attempt('the history cannot be packed', () => this.pack()),
      ),
    ]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.repeating;
    await this.flush();
  }

  add(sample: NewSample): void {
    this.waiting.push(sample);
  }

  /** The samples in `[fromMs, toMs)` in order of time, including those that have just been added. */
  async samples(code: string, fromMs: number, toMs: number): Promise<StoredSample[]> {
    await this.flush();
    return this.store.samples(code, fromMs, toMs);
  }

  /** The time of the oldest samples that are kept. */
  keptFromMs(): number {
    return this.clock.nowMs() - Math.min(this.keptDays * DAY_MS, this.longestMs);
  }

  /** Stores the samples that wait. If this fails, they wait for the next attempt. */
  private flush(): Promise<void> {
    return this.turn.run(async () => {
      const batch = this.waiting;
      if (batch.length === 0) return;
      this.waiting = [];
      try {
        await this.store.add(batch);
      } catch (error) {
        const waiting = [...batch, ...this.waiting];
        this.waiting = waiting.slice(-MOST_WAITING);
        if (waiting.length > MOST_WAITING)
          this.logger.error({ lost: waiting.length - MOST_WAITING }, 'the oldest samples that wait are lost');
        throw error;
      }
    });
  }

  /** Packs the hours that have ended, and deletes those that are no longer kept. */
  async pack(): Promise<void> {
    await this.watchDisk();
    await this.store.packAndPrune(this.clock.nowMs(), this.keptFromMs());
  }

  /** PostgreSQL uses the space of deleted rows again, so a history of constant length needs no more. */
  private async watchDisk(): Promise<void> {
    const free = await this.freeBytes();
    const isFull = this.longestMs !== Infinity;
    if (!isFull && free < RESERVED_BYTES) {
      const oldestMs = await this.store.oldestMs();
      if (oldestMs === null) return;
      this.longestMs = this.clock.nowMs() - oldestMs;
      this.logger.warn(
        { keptFrom: new Date(oldestMs).toISOString(), freeBytes: free },
        'the disk is nearly full, so the oldest hours of the history are deleted for new ones',
      );
    } else if (isFull && free > 2 * RESERVED_BYTES) {
      this.longestMs = Infinity;
      this.logger.info({ freeBytes: free }, 'the disk has space for the whole history again');
    }
  }
}
