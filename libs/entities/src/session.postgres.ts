import type { Socket } from 'node:net';
import * as pg from 'pg';
import { closeWithin, limitAnswers, type StatementLimit } from './answer-limit';

/** Returns the driver `pg` for TypeORM. Its connections are destroyed if a response is overdue. */
export function postgresWithLimits(limit: StatementLimit): typeof pg {
  class LimitedPool extends pg.Pool {
    private readonly sockets = new Set<Socket>();

    constructor(options: pg.PoolConfig) {
      super(options);
      this.on('connect', (client) => {
        const socket = client.connection.stream as Socket;
        this.sockets.add(socket);
        socket.once('close', () => this.sockets.delete(socket));
        limitAnswers(socket, limit, () => Reflect.get(client, 'readyForQuery') !== true);
      });
    }

    override end(): Promise<void>;
    override end(callback: () => void): void;
    override async end(callback?: () => void): Promise<void> {
      await closeWithin(super.end(), this.sockets);
      callback?.();
    }
  }
  return Object.assign({}, pg, { Pool: LimitedPool });
}
