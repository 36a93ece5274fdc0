import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import koffi from 'koffi';

/**
 * Maximum number of bytes that the kernel accepts and has not sent yet. About 4,000 events fit into it, so that a client
 * that reads is not behind after a burst.
 */
const UNSENT_BYTES = 1024 * 1024;

/** Constants of Linux, see tcp(7). */
const IPPROTO_TCP = 6;
const TCP_NOTSENT_LOWAT = 25;
const BYTES_OF_INT = 4;

type SetOption = (
  descriptor: number,
  level: number,
  option: number,
  value: readonly [number],
  length: number,
) => number;

const logger = new Logger('SendBuffers');

let setOption: SetOption | undefined;

/**
 * Limits how much data the kernel keeps for a client that does not read. By default, Linux accepts up to 4 MB. Data
 * that is on its way is not limited, so the connection keeps its speed. Node.js has no function for options of a
 * socket, so this calls `setsockopt` of the C library. Other systems do not have this option. If the option cannot be
 * set, the socket works without the limit.
 */
export function limitUnsent(socket: Socket): void {
  const { fd } = (socket as { _handle?: { fd?: number } | null })._handle ?? {};
  if (process.platform !== 'linux' || fd === undefined || fd < 0) return;
  setOption ??= findSetOption();
  const result = setOption(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, [UNSENT_BYTES], BYTES_OF_INT);
  if (result !== 0) logger.warn('The send buffer of an event stream cannot be limited.');
}

function findSetOption(): SetOption {
  try {
    return koffi
      .load(null)
      .func('int setsockopt(int descriptor, int level, int option, const int *value, uint32_t length)');
  } catch (error) {
    logger.warn({ err: error }, 'The C library has no function for options of a socket.');
    return () => 0;
  }
}
