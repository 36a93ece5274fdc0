/**
 * Tracks whether the worker of one queue takes jobs: either it has no free slot, or the queue has recently responded to
 * its request for a job.
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
      // The slot is free from now on. Earlier responses do not count.
      if (this.running-- === this.concurrency) this.answered();
    }
  }
}
