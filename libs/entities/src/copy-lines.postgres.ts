import { escapeLiteral, type PoolClient, Query } from 'pg';
import type { EntityManager } from 'typeorm';
import type { CsvLines } from './sql-dialect';

/** The bytes that a page of lines usually needs. */
const USUAL_BYTES = 1024 * 1024;
const [LF, CR] = [0x0a, 0x0d];

/**
 * Runs a SELECT and returns its rows as lines of a CSV file. The server writes the lines with `COPY`. Expressions that
 * join and quote the cells would take three times as long.
 * @param select with `?` for each parameter
 */
export async function copyLines(
  manager: EntityManager,
  select: string,
  parameters: readonly unknown[],
): Promise<CsvLines> {
  const runner = manager.dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    return await copied(client, `COPY (${withLiterals(select, parameters)}) TO STDOUT (FORMAT csv)`);
  } finally {
    await runner.release();
  }
}

/**
 * The package pg-copy-streams is not used, because it pauses the socket, and the time limit of answers does not apply
 * to a paused socket.
 */
function copied(client: PoolClient, statement: string): Promise<CsvLines> {
  const page = new CopiedPage();
  // The driver calls this method for each row.
  const handleCopyData = ({ chunk }: { chunk: Buffer }) => page.add(chunk);
  return new Promise((resolve, reject) => {
    const query = new Query(statement, (error: Error | undefined) => {
      if (error) reject(error);
      else resolve(page.lines);
    });
    client.query(Object.assign(query, { handleCopyData }));
  });
}

/** Collects lines, and replaces the LF at the end of each line with CR LF. */
class CopiedPage {
  private bytes = Buffer.allocUnsafe(USUAL_BYTES);
  private length = 0;
  private rows = 0;

  get lines(): CsvLines {
    return { text: this.bytes.subarray(0, this.length), rows: this.rows };
  }

  /** Copies the line, because the driver overwrites its bytes later. */
  add(line: Buffer): void {
    const end = this.length + line.length + 1;
    if (end > this.bytes.length) this.grow(2 * end);
    line.copy(this.bytes, this.length);
    this.bytes[end - 2] = CR;
    this.bytes[end - 1] = LF;
    this.length = end;
    this.rows++;
  }

  private grow(size: number): void {
    const larger = Buffer.allocUnsafe(size);
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** COPY accepts no parameters. */
function withLiterals(sql: string, parameters: readonly unknown[]): string {
  let index = 0;
  return sql.replaceAll('?', () => literal(parameters[index++]));
}

function literal(value: unknown): string {
  if (value instanceof Date) return `to_timestamp(${value.getTime()}::float8 / 1000)`;
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return escapeLiteral(value);
  return String(value);
}
