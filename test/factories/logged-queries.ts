import type { DataSource, Logger } from 'typeorm';

/** Runs `work`, and returns the statements that the data source sent during this time. */
export async function loggedQueries(dataSource: DataSource, work: () => Promise<unknown>): Promise<string[]> {
  const queries: string[] = [];
  const { logger } = dataSource;
  const collecting: Partial<Logger> = { logQuery: (query) => void queries.push(query) };
  dataSource.logger = new Proxy(logger, {
    get: (target, key, receiver) =>
      (Reflect.get(collecting, key) as unknown) ?? (Reflect.get(target, key, receiver) as unknown),
  });
  try {
    await work();
    return queries;
  } finally {
    dataSource.logger = logger;
  }
}
