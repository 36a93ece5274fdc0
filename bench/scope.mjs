import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a benchmark with a folder of its own. What it starts it hands to `atEnd`: that is ended in reverse order, also
 * where the benchmark fails or is interrupted.
 * @param measure gets `{ folder, atEnd }`
 */
export async function runBenchmark(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-bench-'));
  // Servers that run as another user pass through.
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

/** Runs `measure` with a scope of its own inside `outer`: what it starts ends when it returns. */
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
