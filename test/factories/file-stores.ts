import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectStore } from '../servers/object-store';
import { RunningApi } from './running-api';

export interface ApiWithFiles {
  api: RunningApi;
  /** Lists the keys of all stored files, and the remains of unfinished uploads. */
  remains(): Promise<string[]>;
  stop(): Promise<void>;
}

type Overrides = Parameters<typeof RunningApi.startProcess>[0];

/** The name of each kind of file store, with a function that starts an api that uses it. */
export const FILE_STORES: [string, (overrides?: Overrides) => Promise<ApiWithFiles>][] = [
  ['a local folder', withLocalFolder],
  ['an S3-compatible store', withObjectStore],
];

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

async function withObjectStore(overrides: Overrides = {}): Promise<ApiWithFiles> {
  const store = await ObjectStore.start();
  const api = await RunningApi.startProcess({ ...store.environment, ...overrides });
  return {
    api,
    remains: async () => [...(await store.keys()), ...(await store.unfinished())],
    stop: async () => {
      await api.stop();
      await store.stop();
    },
  };
}
