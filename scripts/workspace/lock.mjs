import { mkdirSync, renameSync, rmSync, statSync, utimes } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './root.mjs';

const BEAT_MS = 1000;
const STALE_MS = 10_000;
const POLL_MS = 100;

const lock = join(root, 'dist', '.lock');
const release = () => rmSync(lock, { recursive: true, force: true });
const renew = () => utimes(lock, new Date(), new Date(), () => {});

/**
 * Runs `work` while no other process installs or builds in this checkout. The lock is a folder whose timestamp its
 * owner renews. If the owner is killed, the lock becomes stale, and another process takes it over.
 */
export async function whileLocked(work) {
  await acquire();
  const beat = setInterval(renew, BEAT_MS);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

async function acquire() {
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (let told = false; !tryAcquire(); await delay(POLL_MS)) {
    if (!told) console.log('Waiting for another process that installs or builds here …');
    told = true;
  }
}

function tryAcquire() {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const held = statSync(lock, { throwIfNoEntry: false });
  if (held && Date.now() - held.mtimeMs > STALE_MS) discard();
  return false;
}

/**
 * Removes a stale lock. If several waiting processes try this, only one of them can rename the folder, and only that
 * process removes it.
 */
function discard() {
  const stale = `${lock}.${process.pid}`;
  try {
    renameSync(lock, stale);
    rmSync(stale, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
