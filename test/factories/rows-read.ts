import { processDialect } from '@app/config';
import type { DataSource } from 'typeorm';

/**
 * Runs `work`, and counts the rows and index entries that the database reads for each statement. It counts only
 * statements that `work` sends with `manager.query`.
 * @throws Error if no statement was counted, for example because `work` uses a query builder
 */
export async function rowsRead<Result>(
  dataSource: DataSource,
  work: (counted: DataSource) => Promise<Result>,
): Promise<{ result: Result; reads: number[] }> {
  const runner = dataSource.createQueryRunner();
  const reads: number[] = [];
  const query = async (sql: string, parameters: unknown[]): Promise<unknown> => {
    const measure = processDialect() === 'postgres' ? postgresReads : mysqlReads;
    const answer = await measure((text) => runner.query(text, parameters), sql);
    reads.push(answer.reads);
    return answer.rows;
  };
  const manager = new Proxy(runner.manager, {
    get: (target, key, receiver) =>
      key === 'query' ? query : (Reflect.get(target, key, receiver) as unknown),
  });
  try {
    const result = await work(Object.create(dataSource, { manager: { value: manager } }));
    if (reads.length === 0) throw new Error('No statement was counted. Use manager.query.');
    return { result, reads };
  } finally {
    await runner.release();
  }
}

type Run = (sql: string) => Promise<unknown>;

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

async function postgresReads(run: Run, sql: string) {
  const [explained] = (await run(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`)) as [
    { 'QUERY PLAN': { Plan: PlanNode }[] },
  ];
  return { reads: readOf(explained['QUERY PLAN'][0]?.Plan), rows: await run(sql) };
}

/** Returns the number of rows that the scans read. The scans are the leaves of the plan. */
function readOf(node: PlanNode | undefined): number {
  if (!node) return 0;
  if (node.Plans) return node.Plans.reduce((sum, child) => sum + readOf(child), 0);
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

/** Counts the reads of the session, including reads of temporary tables. */
async function mysqlReads(run: Run, sql: string) {
  await run('FLUSH STATUS');
  const rows = await run(sql);
  const counters = (await run("SHOW SESSION STATUS LIKE 'Handler_read%'")) as { Value: string }[];
  return { rows, reads: counters.reduce((sum, { Value }) => sum + Number(Value), 0) };
}
