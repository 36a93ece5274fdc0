import { createHash } from 'node:crypto';
import { BackupFileError } from './backup-file-error';

/**
 * The beginning of a gzip member whose header contains a comment. The fields for the time and the operating system are
 * not set.
 */
const MEMBER_HEADER = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
/** The rest of the gzip member: no compressed data, a CRC of 0 and a length of 0. */
const EMPTY_MEMBER_BODY = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const LABEL = 'sha256=';
const TRAILER_BYTES = MEMBER_HEADER.length + LABEL.length + 64 + 1 + EMPTY_MEMBER_BODY.length;

/**
 * Returns the trailer of a backup: an empty gzip member whose comment contains the SHA-256 of all previous bytes.
 * Common programs such as `tar` and `gzip` accept the file and ignore the trailer.
 */
function trailerOf(sha256: string): Buffer {
  return Buffer.concat([MEMBER_HEADER, Buffer.from(`${LABEL}${sha256}\0`, 'latin1'), EMPTY_MEMBER_BODY]);
}

/** Passes a gzip stream through and appends the trailer. */
export async function* withTrailer(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield trailerOf(hash.digest('hex'));
}

/**
 * Passes the gzip stream through without its trailer, and compares the trailer at the end.
 * @throws BackupFileError `damaged` if any byte was changed or is missing
 */
export async function* withoutTrailer(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  // The last bytes are always held back, because they may be the trailer.
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk;
    const passed = bytes.subarray(0, Math.max(0, bytes.length - TRAILER_BYTES));
    kept = bytes.subarray(passed.length);
    if (passed.length === 0) continue;
    hash.update(passed);
    yield passed;
  }
  if (!kept.equals(trailerOf(hash.digest('hex')))) {
    throw BackupFileError.damaged('the checksum of its content differs from the checksum at its end');
  }
}
