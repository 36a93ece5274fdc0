import type { Sample } from '@app/gateway-server';
import { countBefore } from './search';

/**
 * Maximum number of written values per point. When the oldest one is dropped, the modelled values apply again to the
 * period of the dropped value.
 */
const KEPT = 10_000;

/** Values written to points. Each value applies until the next write. Values are stored in memory only. */
export class WrittenValues {
  private readonly samplesByCode = new Map<string, Sample[]>();

  /**
   * Adds a write. If the machine's clock is set back, the write gets the time of the previous one, to keep the order.
   */
  add(code: string, written: Sample): void {
    const samples = this.samplesByCode.get(code) ?? [];
    const atMs = Math.max(written.atMs, samples.at(-1)?.atMs ?? -Infinity);
    if (samples.at(-1)?.atMs === atMs) samples.pop();
    samples.push({ ...written, atMs });
    if (samples.length > KEPT) samples.shift();
    this.samplesByCode.set(code, samples);
  }

  /** The written value at an instant; null if there is none. */
  at(code: string, atMs: number): Sample | null {
    const samples = this.samplesByCode.get(code);
    return samples?.[indexFrom(samples, atMs + 1) - 1] ?? null;
  }

  /**
   * Merges written values into the samples of a point. A written value replaces all measured values from the write
   * until the next write, and adds a sample at the time of the write.
   */
  over(code: string, measured: Iterable<Sample>, fromMs: number, toMs: number): Iterable<Sample> {
    const samples = this.samplesByCode.get(code);
    return samples ? merge(measured, samples, fromMs, toMs) : measured;
  }
}

function* merge(
  measured: Iterable<Sample>,
  written: readonly Sample[],
  fromMs: number,
  toMs: number,
): Generator<Sample> {
  let next = indexFrom(written, fromMs);
  for (const sample of measured) {
    for (let write = written[next]; write && write.atMs < sample.atMs; write = written[++next]) yield write;
    if (written[next]?.atMs === sample.atMs) next++;
    const standing = written[next - 1];
    yield standing ? { ...standing, atMs: sample.atMs } : sample;
  }
  for (let write = written[next]; write && write.atMs < toMs; write = written[++next]) yield write;
}

function indexFrom(samples: readonly Sample[], fromMs: number): number {
  return countBefore(samples.length, (index) => samples[index]?.atMs ?? Infinity, fromMs);
}
