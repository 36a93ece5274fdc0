import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RunningApi } from './running-api';

export interface ApiWithFiles {
  api: RunningApi;
  /** Lists the keys of all stored files, and the remains of unfinished uploads. */
  remains(): Promise<string[]>;
  stop(): Promise<void>;
}

type Overrides = Parameters<typeof RunningApi.startProcess>[0];

/**
 * Starts an api that stores files in a local folder. It runs from dist/, because it checks models in a thread, whose
 * program is built.
 */
export async function withLocalFolder(overrides: Overrides = {}): Promise<ApiWithFiles> {
  const api = await RunningApi.startProcess(overrides);
  const folder = join(api.environment.DATA_DIR, 'uploads');
  const remains = async () => {
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    return names.filter((name) => name.includes('.'));
  };
  return { api, remains, stop: () => api.stop() };
}
