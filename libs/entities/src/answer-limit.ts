import type { Socket } from 'node:net';
import { isDoneWithin } from '@app/kernel';

/** How much later than the server a client gives up a statement: then the answer was lost, not late. */
const ANSWER_MARGIN_MS = 2000;
/** A server that is gone does not confirm the end of a connection. */
const CLOSE_MS = 1000;

export interface StatementLimit {
  /** How long a statement may run on the server. */
  statementMs: number;
  /** How long a transaction may be idle before the server rolls it back: its client may be gone without a word. */
  idleTransactionMs: number;
}

/**
 * Destroys a connection whose answer is overdue, which fails its statements and removes it from its pool. A driver would
 * wait for ever, or return the connection to the pool and hand the late answer to the next statement.
 * @param isWaiting whether a statement waits for its answer
 */
export function limitAnswers(
  socket: Socket,
  { statementMs }: StatementLimit,
  isWaiting: () => boolean,
): void {
  const limitMs = statementMs + ANSWER_MARGIN_MS;
  socket.setTimeout(limitMs, () => {
    // A reader that is slow itself pauses the socket.
    if (!isWaiting() || socket.isPaused()) return;
    const error = new Error(`The database did not answer within ${limitMs} ms.`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}

/** Waits a second at most for a pool to close, then destroys the sockets that are left and so fails their statements. */
export async function closeWithin(closing: Promise<unknown>, sockets: ReadonlySet<Socket>): Promise<void> {
  await isDoneWithin(CLOSE_MS, closing);
  for (const socket of sockets) {
    socket.destroy(Object.assign(new Error('The database connection is closed.'), { code: 'ECONNRESET' }));
  }
}
