import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** The statements that create the tables and views of a template, and copy its rows. */
let statements: Promise<string[]> | undefined;

/**
 * Creates the database at `url` as a copy of another one on the same MariaDB server, which has no statement for this.
 * The statements of the template are read once per process. They take a fraction of the time of the migrations, which
 * change many tables several times.
 */
export async function copyMariaDb(url: string, template: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = `/${template}`;
  const connection = await createConnection({ uri: server.toString(), multipleStatements: true });
  try {
    statements ??= statementsOf(connection, template);
    // After an error, the next test reads the template again.
    statements.catch(() => (statements = undefined));
    const copying = await statements;
    const creation = [
      `CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
      `USE \`${name}\``,
      // The tables are in the order of their names, so a table may refer to one that does not exist yet.
      'SET foreign_key_checks = 0',
      ...copying,
    ];
    await connection.query(creation.join(';\n'));
  } finally {
    await connection.end();
  }
}

async function statementsOf(connection: Connection, template: string): Promise<string[]> {
  const [tables, views, copies]: [string[], string[], string[]] = [[], [], []];
  for (const [name, type] of await valuesOf(connection, 'SHOW FULL TABLES')) {
    const [[, creation = ''] = []] = await valuesOf(connection, `SHOW CREATE TABLE \`${name}\``);
    // The definition of a view contains the name of its database.
    if (type === 'VIEW') {
      views.push(creation.replaceAll(`\`${template}\`.`, ''));
      continue;
    }
    tables.push(creation);
    const [row] = await valuesOf(connection, `SELECT 1 FROM \`${name}\` LIMIT 1`);
    if (row) copies.push(`INSERT INTO \`${name}\` SELECT * FROM \`${template}\`.\`${name}\``);
  }
  return [...tables, ...views, ...copies];
}

async function valuesOf(connection: Connection, sql: string): Promise<string[][]> {
  const [rows] = await connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true });
  return rows as unknown as string[][];
}
