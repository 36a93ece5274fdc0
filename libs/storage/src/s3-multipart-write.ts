import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Logger } from '@nestjs/common';
import type { S3Calls } from './s3-calls';

/** The size of a part. This is the minimum of S3 for every part except the last. A write keeps one part in memory. */
const PART_BYTES = 5 * 1024 * 1024;

const logger = new Logger('S3FileStore');

/**
 * Writes `content`. If it is small, it is written with one call. If not, it is written as a multipart upload, which is
 * aborted after a failure.
 */
export async function writeInParts(calls: S3Calls, key: string, content: Readable): Promise<void> {
  const parts = partsOf(content);
  const first = await parts.next();
  const target = { Bucket: calls.bucket, Key: key };
  if (first.done || first.value.isLast) {
    const Body = first.done ? Buffer.alloc(0) : first.value.bytes;
    await calls.call((client, options) => client.send(new PutObjectCommand({ ...target, Body }), options));
    return;
  }
  const { UploadId } = await calls.call((client, options) =>
    client.send(new CreateMultipartUploadCommand(target), options),
  );
  const upload = { ...target, UploadId };
  try {
    const sent = [await sendPart(calls, upload, 1, first.value.bytes)];
    for await (const { bytes } of parts) sent.push(await sendPart(calls, upload, sent.length + 1, bytes));
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } });
    await calls.call((client, options) => client.send(complete, options));
  } catch (error) {
    await abort(calls, upload);
    throw error;
  }
}

interface Upload {
  Bucket: string;
  Key: string;
  UploadId: string | undefined;
}

async function sendPart(
  calls: S3Calls,
  upload: Upload,
  PartNumber: number,
  Body: Buffer,
): Promise<CompletedPart> {
  const part = new UploadPartCommand({ ...upload, PartNumber, Body });
  const { ETag } = await calls.call((client, options) => client.send(part, options));
  return { ETag, PartNumber };
}

/** Aborts an upload. If this fails, `removeUnfinished` aborts the upload later. */
async function abort(calls: S3Calls, upload: Upload): Promise<void> {
  try {
    const command = new AbortMultipartUploadCommand(upload);
    await calls.callUnlessMissing((client, options) => client.send(command, options));
  } catch (error) {
    logger.warn({ err: error }, 'An unfinished upload could not be aborted. It will be aborted later.');
  }
}

/** Divides the content into parts of `PART_BYTES`. The last part may be smaller. */
async function* partsOf(content: Readable): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    while (sizeBytes > PART_BYTES) {
      const bytes = Buffer.concat(chunks);
      yield { bytes: bytes.subarray(0, PART_BYTES), isLast: false };
      chunks = [bytes.subarray(PART_BYTES)];
      sizeBytes -= PART_BYTES;
    }
  }
  if (sizeBytes > 0) yield { bytes: Buffer.concat(chunks), isLast: true };
}
