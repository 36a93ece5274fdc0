import { pipeline as joined, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Headers, pack } from 'tar-stream';
import { encrypted } from './encryption';
import { withTrailer } from './trailer';

export interface ArchiveOptions {
  /** Encrypts the archive; null for an archive without encryption. */
  passphrase: string | null;
  /** The modification time of all entries. */
  createdAt: Date;
}

/**
 * Writes a compressed tar archive with a trailer to a stream. Each call waits until the stream has accepted the data,
 * so only a few chunks are in memory at a time.
 */
export class ArchiveWriter {
  private readonly archive = pack();
  /** Settles when the output has ended or failed. */
  private readonly written: Promise<void>;

  constructor(
    output: Writable,
    private readonly options: ArchiveOptions,
  ) {
    const { passphrase } = options;
    const source = Readable.from(this.archive, { objectMode: false });
    this.written =
      passphrase === null
        ? pipeline(source, createGzip(), withTrailer, output)
        : pipeline(source, createGzip(), withTrailer, (plain) => encrypted(plain, passphrase), output);
    // If the output fails, the call that waits for it throws the error. Without this handler, the unhandled rejection
    // would end the process.
    this.written.catch((error: Error) => this.archive.destroy(error));
  }

  /**
   * Adds an entry with these bytes.
   * @throws the error of the output
   */
  async add(name: string, bytes: Buffer): Promise<void> {
    await this.untilAccepted((done) => {
      // If the entry cannot be added, the archive passes the error to `done` and also emits it. Without a listener, the
      // emitted error would end the process.
      this.archive.entry(this.headerOf(name, bytes.length), bytes, done).on('error', done);
    });
  }

  /**
   * Adds an entry with the content of a stream.
   * @throws the error of the output or of the content; an error if the content does not have `sizeBytes` bytes
   */
  async addStream(name: string, sizeBytes: number, content: Readable): Promise<void> {
    await this.untilAccepted((done) => {
      const entry = this.archive.entry(this.headerOf(name, sizeBytes), done);
      joined(content, entry, (error) => error && done(error));
    });
  }

  /** Completes the archive. Resolves when the output has accepted all bytes. */
  async finish(): Promise<void> {
    this.archive.finalize();
    await this.written;
  }

  private headerOf(name: string, size: number): Headers {
    return { name, size, mode: 0o600, mtime: this.options.createdAt, type: 'file' };
  }

  private async untilAccepted(add: (done: (error?: Error | null) => void) => void): Promise<void> {
    const accepted = new Promise<void>((resolve, reject) => {
      add((error) => (error ? reject(error) : resolve()));
    });
    accepted.catch(() => undefined);
    // If the output fails, the archive never calls `done`, so the failure must end the wait.
    await Promise.race([accepted, this.written]);
  }
}
