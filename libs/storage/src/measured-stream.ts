import { createHash } from 'node:crypto';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { DomainError } from '@app/kernel';
import type { WrittenFile } from './file-store';

/** Passes bytes through, counts them and computes their hash. Fails if there are more than `limitBytes` bytes. */
export class MeasuredStream extends Transform {
  private sizeBytes = 0;
  private readonly hash = createHash('sha256');

  constructor(private readonly limitBytes = Number.POSITIVE_INFINITY) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.limitBytes) {
      done(new DomainError('too_large', 'too_large', 'The file is too large.'));
      return;
    }
    this.hash.update(chunk);
    done(null, chunk);
  }

  /** Returns the size and the hash. Call this once, after the end of the stream. */
  result(): WrittenFile {
    return { sizeBytes: this.sizeBytes, sha256: this.hash.digest('hex') };
  }
}

/**
 * Returns the content as a stream that has an error listener. The stream may fail before the store reads it, and an
 * error without a listener would end the process. Therefore, call this before the first `await` of a write. The reader
 * of the stream still gets the error.
 */
export function streamOf(content: Buffer | Readable): Readable {
  if (Buffer.isBuffer(content)) return Readable.from([content]);
  return content.on('error', () => undefined);
}
