import type { DataSource } from 'typeorm';

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
