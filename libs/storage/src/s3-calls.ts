import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { DomainError, withTimeout } from '@app/kernel';
import { storageFull } from './storage-errors';

export interface S3Settings {
  /** The address of the store; undefined for Amazon S3. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Time limit of one call. */
  callMs: number;
}

/**
 * Time after which a connection without data is closed. This is needed, because a reader may abandon a file without
 * closing it.
 */
const SOCKET_MS = 120_000;
/** Number of attempts. The second one is needed if the store has closed an idle connection. */
const ATTEMPTS = 2;

/** Calls an S3-compatible store with a time limit, and converts errors to `DomainError`. */
export class S3Calls {
  private readonly client: S3Client;

  constructor(private readonly settings: S3Settings) {
    const { endpoint, region, accessKey, secretKey, callMs } = settings;
    this.client = new S3Client({
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      region,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      maxAttempts: ATTEMPTS,
      // Many compatible stores do not support the newer checksums, and some of them store the framing of the checksums
      // as content.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: callMs, socketTimeout: SOCKET_MS },
    });
  }

  get bucket(): string {
    return this.settings.bucket;
  }

  /**
   * Runs one call: `call((client, options) => client.send(new HeadBucketCommand({}), options))`.
   * @throws DomainError `unavailable`
   */
  async call<T>(work: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    try {
      return await this.within((abortSignal) => work(this.client, { abortSignal }));
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Like `call`, but returns null if the store does not have the object. */
  async callUnlessMissing<T>(
    work: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T | null> {
    try {
      return await this.within((abortSignal) => work(this.client, { abortSignal }));
    } catch (error) {
      if (error instanceof S3ServiceException && isMissing(error)) return null;
      throw unavailable(error);
    }
  }

  /** Runs one step of reading a file with the time limit of a call. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.within(work);
    } catch (error) {
      throw unavailable(error);
    }
  }

  close(): void {
    this.client.destroy();
  }

  private within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { callMs } = this.settings;
    return withTimeout(callMs, work, () => new Error(`The file store did not respond within ${callMs} ms.`));
  }
}

/**
 * Returns true if an object is missing. A missing bucket does not count, because it is an error in the configuration.
 */
function isMissing({ name }: S3ServiceException): boolean {
  return name === 'NoSuchKey' || name === 'NotFound' || name === 'NoSuchUpload';
}

/**
 * Creates the error for the caller. The cause is only logged, because it may contain addresses of the internal network.
 */
function unavailable(cause: unknown): DomainError {
  if (cause instanceof DomainError) return cause;
  if (cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 507)
    return storageFull(cause);
  const message = 'The file store cannot be used at the moment. Try again later.';
  return new DomainError('unavailable', 'storage_unavailable', message, { cause });
}
