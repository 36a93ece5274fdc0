import { on } from 'node:events';
import { PassThrough } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReportFormat } from '@app/entities';
import type { ReportDocument } from '../report-documents/report-document';
import { renderReport } from './render-report';

/** Runs `renderReport` in a separate thread. The parent ends the thread after it has received the file. */
async function run(): Promise<void> {
  const { document, format } = workerData as { document: ReportDocument; format: ReportFormat };
  const out = new PassThrough();
  await Promise.all([send(out), renderReport(document, format, out)]);
}

/** Sends each chunk after the parent has asked for it by a message, and null at the end. */
async function send(chunks: AsyncIterable<Buffer>): Promise<void> {
  if (!parentPort) throw new Error('This file runs only as a worker thread.');
  const requests = on(parentPort, 'message');
  for await (const chunk of chunks) {
    await requests.next();
    // The chunk is copied, because small buffers share their memory with other buffers.
    const bytes = new Uint8Array(chunk);
    parentPort.postMessage(bytes, [bytes.buffer]);
  }
  await requests.next();
  parentPort.postMessage(null, []);
}

void run();
