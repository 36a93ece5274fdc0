import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a benchmark in a new temporary folder. At the end, it runs the actions that were registered with `atEnd` in
 * reverse order, even if the benchmark fails or is interrupted.
 * @param measure is called with `{ folder, atEnd }`
 */
export async function runBenchmark(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-bench-'));
  // Some servers run as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  const ends = [() => rmSync(folder, { recursive: true, force: true })];
  let ending;
  const end = () => (ending ??= endAll(ends));
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => end().finally(() => process.exit(130)));
  try {
    await measure({ folder, atEnd: (action) => ends.push(action) });
  } finally {
    await end();
  }
}

/** Runs `measure` in a scope within `outer`. The resources of this scope are closed when `measure` ends. */
export async function runPart(outer, measure) {
  const ends = [];
  let ending;
  const end = () => (ending ??= endAll(ends));
  outer.atEnd(end);
  try {
    return await measure({ folder: outer.folder, atEnd: (action) => ends.push(action) });
  } finally {
    await end();
  }
}

async function endAll(ends) {
  for (const action of ends.reverse()) await action();
}
