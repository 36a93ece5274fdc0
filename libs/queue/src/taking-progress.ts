/** Whether the worker of one queue takes jobs: it has no free slot, or the queue answered its last request recently. */
export class TakingProgress {
  private answeredAtMs: number;
  private running = 0;

  constructor(
    private readonly concurrency: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.answeredAtMs = nowMs();
  }

  /** How long the worker has had a free slot and no answer; 0 while all slots are in use. */
  get silentMs(): number {
    return this.running >= this.concurrency ? 0 : this.nowMs() - this.answeredAtMs;
  }

  answered(): void {
    this.answeredAtMs = this.nowMs();
  }

  async run(job: () => Promise<void>): Promise<void> {
    this.running++;
    try {
      await job();
    } finally {
      // The slot is free from now on: earlier answers do not count against it.
      if (this.running-- === this.concurrency) this.answered();
    }
  }
}
