import type { DataSource, QueryRunner } from 'typeorm';

/** Runs `work` with the data source, and then closes it. */
export async function withDatabase<T>(
  opening: Promise<DataSource>,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await opening;
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Runs `work` with a query runner of the data source, and then closes both. */
export function withRunner<T>(
  opening: Promise<DataSource>,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  return withDatabase(opening, async (dataSource) => {
    const runner = dataSource.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  });
}
