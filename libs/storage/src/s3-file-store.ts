import { pipeline, Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import type { OnModuleDestroy } from '@nestjs/common';
import {
  assertFileKey,
  type ByteRange,
  FileStore,
  isFileKey,
  type StoredFile,
  type WriteOptions,
  type WrittenFile,
} from './file-store';
import { MeasuredStream, streamOf } from './measured-stream';
import { S3Calls, type S3Settings } from './s3-calls';
import { writeInParts } from './s3-multipart-write';

/** Stores files in a bucket of an S3-compatible store. */
export class S3FileStore extends FileStore implements OnModuleDestroy {
  private readonly calls: S3Calls;

  constructor(settings: S3Settings) {
    super();
    this.calls = new S3Calls(settings);
  }

  onModuleDestroy(): void {
    this.calls.close();
  }

  protected async put(
    key: string,
    content: Buffer | Readable,
    { limitBytes }: WriteOptions,
  ): Promise<WrittenFile> {
    assertFileKey(key);
    const measured = new MeasuredStream(limitBytes);
    // If the content fails, `measured` fails with the same error, and so does `writeInParts`.
    pipeline(streamOf(content), measured, () => undefined);
    try {
      await writeInParts(this.calls, key, measured);
      return measured.result();
    } finally {
      measured.destroy();
    }
  }

  async open(key: string, range?: ByteRange): Promise<StoredFile | null> {
    assertFileKey(key);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const get = new GetObjectCommand({ Bucket: this.calls.bucket, Key: key, Range });
    const answer = await this.calls.callUnlessMissing((client, options) => client.send(get, options));
    if (!answer) return null;
    const { Body, ContentLength = 0, ContentRange } = answer;
    if (!(Body instanceof Readable)) throw new Error('The file store sent no content.');
    const sizeBytes = ContentRange === undefined ? ContentLength : Number(ContentRange.split('/')[1]);
    return { sizeBytes, stream: Readable.from(this.chunksOf(Body), { objectMode: false }) };
  }

  async remove(key: string): Promise<void> {
    assertFileKey(key);
    const remove = new DeleteObjectCommand({ Bucket: this.calls.bucket, Key: key });
    await this.calls.callUnlessMissing((client, options) => client.send(remove, options));
  }

  async removeUnfinished(before: Date): Promise<number> {
    let count = 0;
    for await (const { Key, UploadId, Initiated } of this.unfinished()) {
      // Skip uploads of other programs, which may use the same bucket.
      if (Key === undefined || !isFileKey(Key) || !Initiated || Initiated >= before) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket: this.calls.bucket, Key, UploadId });
      await this.calls.callUnlessMissing((client, options) => client.send(abort, options));
      count++;
    }
    return count;
  }

  private async *unfinished(): AsyncGenerator<MultipartUpload> {
    let next: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (next) {
      const list: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket: this.calls.bucket,
        ...next,
      });
      const page = await this.calls.call((client, options) => client.send(list, options));
      yield* page.Uploads ?? [];
      next = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    }
  }

  /** Reads the chunks of a body. The time limit applies to each chunk that the store sends, but not to the reader. */
  private async *chunksOf(body: Readable): AsyncGenerator<Buffer> {
    const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await this.calls.step(() => chunks.next());
        if (done) return;
        yield value;
      }
    } finally {
      body.destroy();
    }
  }
}
