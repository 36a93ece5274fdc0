import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReportFormat } from '@app/entities';
import type { ReportDocument } from '../report-documents/report-document';
import { renderReport } from './render-report';

/** Runs `renderReport` in a separate thread. The parent ends the thread after it has received the file. */
async function run(): Promise<void> {
  const { document, format } = workerData as { document: ReportDocument; format: ReportFormat };
  const out = new PassThrough();
  const [content] = await Promise.all([buffer(out), renderReport(document, format, out)]);
  // The content is copied, because small buffers share their memory with other buffers.
  const bytes = new Uint8Array(content);
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

void run();
