import * as mysql from 'mysql2';

/**
 * What each connection begins with. READ COMMITTED: else each transaction would begin with a round trip for it. Strict:
 * what does not fit a column is refused, whatever the server is set to, and never cut or made to fit.
 */
const SESSION = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  "SET SESSION sql_mode = CONCAT_WS(',', @@SESSION.sql_mode, 'STRICT_ALL_TABLES')",
];

/** mysql2 for TypeORM, whose connections are set up from their first statement on. */
export const mysqlWithSession = {
  ...mysql,
  createPool: (options: mysql.PoolOptions): mysql.Pool => {
    const pool = mysql.createPool(options);
    pool.on('connection', (connection) => {
      // Ahead of whatever it was opened for. One that cannot have it is of no use to anybody.
      for (const statement of SESSION) {
        connection.query(statement, (error: Error | null) => error && connection.destroy());
      }
    });
    return pool;
  },
};
