import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectStore } from '../servers/object-store';
import type { RunningApi } from './running-api';

const DAYS_MS = 2 * 24 * 3_600_000;

/** A file store whose files a test can list, and whose unfinished files it can make older. */
export interface InspectedStore {
  /** The environment variables of a service that uses the store. */
  environment: Partial<ObjectStore['environment']>;
  /** Lists the names of all stored and unfinished files. */
  files(api: RunningApi): Promise<string[]>;
  /** Makes all unfinished files appear older than a day. */
  age(api: RunningApi): Promise<void>;
  /** Matches the names of unfinished files in this folder. */
  unfinished(folder: string): RegExp;
  stop(): Promise<void>;
}

/** The uploads in the data folder of the api. */
export const localFolder: InspectedStore = {
  environment: {},
  async files(api) {
    const names = await readdir(uploadsOf(api), { recursive: true }).catch(() => []);
    return names.filter((name) => name.includes('.')).toSorted();
  },
  async age(api) {
    const earlier = new Date(Date.now() - DAYS_MS);
    for (const name of await this.files(api)) await utimes(join(uploadsOf(api), name), earlier, earlier);
  },
  unfinished: (folder) => new RegExp(`^${folder}/.*\\.part$`),
  stop: () => Promise.resolve(),
};

/** Creates an S3-compatible store. */
export async function bucket(): Promise<InspectedStore> {
  const store = await ObjectStore.start();
  return {
    environment: store.environment,
    async files() {
      const unfinished = (await store.unfinished()).map((id) => `unfinished ${id}`);
      return [...(await store.keys()), ...unfinished].toSorted();
    },
    age: () => Promise.resolve(store.ageUploads(DAYS_MS)),
    unfinished: () => /^unfinished /,
    stop: () => store.stop(),
  };
}

function uploadsOf({ environment }: RunningApi): string {
  return join(environment.DATA_DIR, 'uploads');
}
