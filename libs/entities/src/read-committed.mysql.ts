import * as mysql from 'mysql2';

const READ_COMMITTED = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * mysql2 for TypeORM, whose connections are READ COMMITTED from their first statement on: else each transaction would
 * begin with a round trip for it.
 */
export const readCommittedMysql = {
  ...mysql,
  createPool: (options: mysql.PoolOptions): mysql.Pool => {
    const pool = mysql.createPool(options);
    pool.on('connection', (connection) => {
      // Ahead of whatever it was opened for. One that cannot have it is of no use to anybody.
      connection.query(READ_COMMITTED, (error: Error | null) => error && connection.destroy());
    });
    return pool;
  },
};
