import type { Socket } from 'node:net';
import { isDoneWithin } from '@app/kernel';

/**
 * How long the client still waits for a response after the server's own time limit. Then the response counts as lost.
 */
const ANSWER_MARGIN_MS = 2000;
/** Time limit for closing a connection, because a dead server does not confirm it. */
const CLOSE_MS = 1000;

export interface StatementLimit {
  /** Time limit of a statement on the server. */
  statementMs: number;
  /** How long a transaction may be idle before the server rolls it back, because its client may have vanished. */
  idleTransactionMs: number;
}

/**
 * Destroys a connection if a response is overdue. Its statements then fail, and the pool drops the connection. The
 * driver itself would wait for ever, or return the connection to the pool and pass the late response to the next
 * statement.
 * @param isWaiting returns whether a statement is waiting for its response
 */
export function limitAnswers(
  socket: Socket,
  { statementMs }: StatementLimit,
  isWaiting: () => boolean,
): void {
  const limitMs = statementMs + ANSWER_MARGIN_MS;
  const lastWriteMs = timeOfLastWrite(socket);
  // A listener is used, because a callback passed to `setTimeout` would be called only for the first timeout.
  socket.setTimeout(limitMs).on('timeout', () => {
    if (!isWaiting()) return;
    // A write restarts the timer. But if several timers expire in one turn of the event loop, Node also fires those
    // that were restarted during this turn.
    const isEarly = performance.now() - lastWriteMs() < limitMs / 2;
    // While a slow reader has paused the socket, no bytes arrive that would restart the timer. So it is restarted here.
    if (isEarly || socket.isPaused()) {
      socket.setTimeout(limitMs);
      return;
    }
    const error = new Error(`The database did not answer within ${limitMs} ms.`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}

function timeOfLastWrite(socket: Socket): () => number {
  let writtenAtMs = performance.now();
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  Object.assign(socket, {
    write: (...given: unknown[]) => {
      writtenAtMs = performance.now();
      return write(...given);
    },
  });
  return () => writtenAtMs;
}

/**
 * Waits up to a second for a pool to close, then destroys the remaining sockets, which fails their statements. If the
 * pool has closed in time, no statement is left, and no error is created, because its stack trace would take a tenth of
 * a second.
 */
export async function closeWithin(closing: Promise<unknown>, sockets: ReadonlySet<Socket>): Promise<void> {
  const isClosed = await isDoneWithin(CLOSE_MS, closing);
  for (const socket of sockets) {
    if (isClosed) socket.destroy();
    else
      socket.destroy(Object.assign(new Error('The database connection is closed.'), { code: 'ECONNRESET' }));
  }
}
