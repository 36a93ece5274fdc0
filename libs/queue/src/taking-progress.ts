/**
 * Tracks whether the worker of one queue takes jobs. A worker counts as taking jobs if all its slots are in use, or if
 * the queue has recently responded to its request for a job.
 */
export class TakingProgress {
  private answeredAtMs: number;
  private running = 0;

  constructor(
    private readonly concurrency: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.answeredAtMs = nowMs();
  }

  /** How long the worker has had a free slot without a response, in milliseconds; 0 while all slots are in use. */
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
      // Until now, all slots were in use and the worker requested no jobs. Measure the silence from now on.
      if (this.running-- === this.concurrency) this.answered();
    }
  }
}
