/** Reads exact numbers of bytes from a stream of chunks. */
export class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private ended = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** Returns the next `count` bytes, or fewer at the end of the stream. */
  async read(count: number): Promise<Buffer> {
    await this.fill(count);
    const bytes = this.pending.length === 1 ? this.pending[0] : Buffer.concat(this.pending);
    const rest = bytes?.subarray(count);
    this.pending = rest && rest.length > 0 ? [rest] : [];
    this.pendingBytes = rest?.length ?? 0;
    return bytes?.subarray(0, count) ?? Buffer.alloc(0);
  }

  /** Returns the first `count` bytes without consuming them, or fewer at the end of the stream. */
  async peek(count: number): Promise<Buffer> {
    await this.fill(count);
    return Buffer.concat(this.pending).subarray(0, count);
  }

  async isAtEnd(): Promise<boolean> {
    await this.fill(1);
    return this.pendingBytes === 0;
  }

  /** Returns the bytes that have not been read. */
  async *rest(): AsyncGenerator<Buffer> {
    for (;;) {
      yield* this.pending.splice(0);
      this.pendingBytes = 0;
      await this.fill(1);
      if (this.pendingBytes === 0) return;
    }
  }

  private async fill(count: number): Promise<void> {
    while (this.pendingBytes < count && !this.ended) {
      const { done, value } = await this.chunks.next();
      if (done) {
        this.ended = true;
      } else if (value.length > 0) {
        this.pending.push(value);
        this.pendingBytes += value.length;
      }
    }
  }
}
