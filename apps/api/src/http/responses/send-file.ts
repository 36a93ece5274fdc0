import { pipeline } from 'node:stream/promises';
import { DomainError } from '@app/kernel';
import type { ByteRange, StoredFile } from '@app/storage';
import type { Request, Response } from 'express';
import { sendError } from '../errors/send-error';
import { isKnown } from './etag';

export interface SentFile {
  /** The name under which browsers save the file. */
  name: string;
  mimeType: string;
  sizeBytes: number;
  /** Hexadecimal. It identifies the content, so it is the ETag. */
  sha256: string;
  open(range?: ByteRange): Promise<StoredFile | null>;
}

export interface SendOptions {
  /** Whether browsers show the file or save it. */
  disposition?: 'inline' | 'attachment';
}

/** Prevents scripts from running even if a browser treats the file as a document. */
export const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Answers with a file, or with the requested part of it. Answers 304 if the client already has the current content, and
 * 416 if the requested part does not exist.
 * @throws DomainError `not_found` if the file is missing from the store
 */
export async function sendFile(
  request: Request,
  response: Response,
  file: SentFile,
  { disposition = 'attachment' }: SendOptions = {},
): Promise<void> {
  const range = rangeOf(request, file);
  if (isKnown(request, etagOf(file))) {
    // A cache replaces the headers that it has stored with those of the 304, so the 304 must contain the policy, too.
    response.setHeader('Content-Security-Policy', SANDBOX);
    setCaching(response, file);
    response.status(304).end();
  } else if (range === 'outside') {
    refuseRange(response, file);
  } else if (request.method === 'HEAD') {
    setHeaders(response, file, disposition, range);
    response.end();
  } else {
    const stored = await file.open(range);
    if (!stored) throw DomainError.notFound('The content of the file');
    setHeaders(response, file, disposition, range);
    await sendContent(response, stored);
  }
}

function setHeaders(
  response: Response,
  file: SentFile,
  disposition: string,
  range: ByteRange | undefined,
): void {
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
  if (range) response.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`);
  response.setHeader('Content-Length', end - start + 1);
  // Express encodes names that are not ASCII.
  response.attachment(file.name);
  const attachment = String(response.getHeader('Content-Disposition'));
  response.setHeader('Content-Disposition', attachment.replace('attachment', disposition));
  response.setHeader('Content-Type', file.mimeType);
  response.setHeader('Content-Security-Policy', SANDBOX);
  response.setHeader('Accept-Ranges', 'bytes');
  setCaching(response, file);
}

function setCaching(response: Response, file: SentFile): void {
  response.setHeader('ETag', etagOf(file));
  // A cache must ask each time, because the file may be replaced or deleted.
  response.setHeader('Cache-Control', 'private, no-cache');
}

const etagOf = ({ sha256 }: SentFile): string => `"${sha256}"`;

/**
 * Returns the requested part, or undefined for the whole file. A request for several parts gets the whole file: HTTP
 * allows this.
 */
function rangeOf(request: Request, file: SentFile): ByteRange | 'outside' | undefined {
  const condition = request.get('If-Range');
  if (file.sizeBytes === 0 || (condition !== undefined && condition !== etagOf(file))) return undefined;
  const ranges = request.range(file.sizeBytes, { combine: true });
  if (ranges === -1) return 'outside';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
    return undefined;
  return ranges[0];
}

function refuseRange(response: Response, { sizeBytes }: SentFile): void {
  response.setHeader('Content-Range', `bytes */${sizeBytes}`);
  const message = `The range is outside of the file, which has ${sizeBytes} bytes.`;
  sendError(response, { status: 416, code: 'range_not_satisfiable', message });
}

async function sendContent(response: Response, { stream }: StoredFile): Promise<void> {
  // The middlewares and the pipeline together add 11 listeners. Node.js warns about more than 10.
  response.setMaxListeners(20);
  try {
    await pipeline(stream, response);
  } catch (error) {
    // This error means that the client has disconnected.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
