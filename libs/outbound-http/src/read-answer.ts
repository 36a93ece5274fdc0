import { say } from '@app/kernel';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { answerTooLarge, answerUnreadable } from './http-errors';

/** Responses are unpacked, because some servers compress although the request does not accept compression. */
const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Returns the unpacked body as text of at most `limitBytes`. Stops reading at the chunk that exceeds the limit.
 * @throws DomainError `answer_too_large`, `answer_unreadable`
 */
export async function readText(
  body: Readable,
  headers: Record<string, string>,
  limitBytes: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(body, headers['content-encoding'])) {
    bytes += (chunk as Buffer).byteLength;
    // The error ends the loop, which destroys the stream and its connection.
    if (bytes > limitBytes) throw answerTooLarge(limitBytes);
    chunks.push(chunk as Buffer);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function unpacked(body: Readable, encoding = 'identity'): AsyncIterable<unknown> {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return body;
  const decoder = DECODERS[name]?.();
  if (!decoder) {
    body.once('error', () => undefined).destroy();
    throw answerUnreadable(say('answer_encoding'));
  }
  // If either stream fails, reading from the decoder fails too.
  pipeline(body, decoder, () => undefined);
  return decoder;
}

/** Joins the values of repeated headers by a comma. */
export function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
