import type { Socket } from 'node:net';
import { isDoneWithin } from '@app/kernel';

/** A client waits this much longer for a statement than the server allows. After that, the response counts as lost. */
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
 * Destroys a connection whose response is overdue. This fails its statements and removes the connection from its pool.
 * The driver itself would wait for ever, or return the connection to the pool and pass the late response to the next
 * statement.
 * @param isWaiting whether a statement waits for its response
 */
export function limitAnswers(
  socket: Socket,
  { statementMs }: StatementLimit,
  isWaiting: () => boolean,
): void {
  const limitMs = statementMs + ANSWER_MARGIN_MS;
  const lastWriteMs = timeOfLastWrite(socket);
  // A listener is used, because the callback of `setTimeout` is called only once and a connection may be idle many
  // times.
  socket.setTimeout(limitMs).on('timeout', () => {
    if (!isWaiting()) return;
    // If several timers expire in one turn, Node also fires a timer that a write has just restarted, and then removes
    // it.
    const isEarly = performance.now() - lastWriteMs() < limitMs / 2;
    // A slow reader pauses the socket itself. If no more bytes arrive, nothing else restarts the timer.
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

/** Waits up to a second for a pool to close, then destroys the remaining sockets, which fails their statements. */
export async function closeWithin(closing: Promise<unknown>, sockets: ReadonlySet<Socket>): Promise<void> {
  await isDoneWithin(CLOSE_MS, closing);
  for (const socket of sockets) {
    socket.destroy(Object.assign(new Error('The database connection is closed.'), { code: 'ECONNRESET' }));
  }
}
