import { EmbeddedPostgres } from '@app/embedded-postgres';
import { pause } from '@app/kernel';
import { Backoff } from './backoff';
import type { Terminal } from './terminal';

/** Keeps the embedded database running. A restarted database keeps its port. */
export class SupervisedPostgres {
  private readonly backoff = new Backoff();
  private readonly stopping = new AbortController();
  /** The loop that restarts the server. It ends only after `stop()`. */
  private readonly watching: Promise<void>;

  private constructor(
    private readonly dataDir: string,
    private server: EmbeddedPostgres,
    private readonly terminal: Terminal,
  ) {
    this.watching = this.watch();
  }

  static async start(dataDir: string, terminal: Terminal): Promise<SupervisedPostgres> {
    return new SupervisedPostgres(dataDir, await EmbeddedPostgres.start({ dataDir }), terminal);
  }

  get url(): string {
    return this.server.url;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.server.stop();
    await this.watching;
    // A restart may have been in progress when the stop was requested. The restarted server must be stopped too.
    await this.server.stop();
  }

  /** Stops the server without a checkpoint. The server recovers at its next start. */
  kill(): void {
    this.stopping.abort();
    this.server.kill();
  }

  private async watch(): Promise<void> {
    for (;;) {
      const startedAt = Date.now();
      await this.server.exited;
      await this.startAgain(Date.now() - startedAt);
      if (this.stopping.signal.aborted) return;
    }
  }

  private async startAgain(ranMs: number): Promise<void> {
    let reason = 'ended by itself';
    for (let lastedMs = ranMs; !this.stopping.signal.aborted; lastedMs = 0) {
      const delayMs = this.backoff.nextDelayMs(lastedMs);
      this.terminal.warn(`The embedded PostgreSQL ${reason}; starting it again in ${delayMs / 1000} s`);
      await pause(delayMs, this.stopping.signal);
      if (this.stopping.signal.aborted) return;
      try {
        this.server = await EmbeddedPostgres.start({ dataDir: this.dataDir, port: this.server.port });
        this.terminal.info('The embedded PostgreSQL is ready again');
        return;
      } catch (error) {
        reason = `did not start (${(error as Error).message})`;
      }
    }
  }
}
