import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { DomainError, textPieces } from '@app/kernel';

/** Maximum length of a line. It limits the memory that a file without line breaks needs. */
const LONGEST_LINE = 20_000;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Decodes a UTF-8 text in pieces, without its byte order mark. The event loop handles other events between the pieces.
 */
export async function* decodedPieces(content: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let isStart = true;
  for await (const chunk of content) {
    const text = decoder.write(chunk as Buffer);
    yield* textPieces(isStart && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    isStart &&= text.length === 0;
  }
}

/** Reads the lines of a UTF-8 text. Lines that arrive in the same chunk are returned together. */
export async function* lineGroups(content: Readable): AsyncGenerator<string[]> {
  let rest = '';
  for await (const text of decodedPieces(content)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE)
      throw DomainError.invalid(`A line has more than ${LONGEST_LINE} characters. Send a CSV file.`);
    yield lines;
  }
  if (rest.length > 0) yield [rest];
}
