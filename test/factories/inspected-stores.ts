import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningApi } from './running-api';

const DAYS_MS = 2 * 24 * 3_600_000;

/** The uploads in the data folder of an api. */
export const localFolder = {
  /** Lists the names of all stored and unfinished files. */
  async files(api: RunningApi): Promise<string[]> {
    const names = await readdir(uploadsOf(api), { recursive: true }).catch(() => []);
    return names.filter((name) => name.includes('.')).toSorted();
  },
  /** Makes all unfinished files appear older than a day. */
  async age(api: RunningApi): Promise<void> {
    const earlier = new Date(Date.now() - DAYS_MS);
    for (const name of await this.files(api)) await utimes(join(uploadsOf(api), name), earlier, earlier);
  },
};

function uploadsOf({ environment }: RunningApi): string {
  return join(environment.DATA_DIR, 'uploads');
}
