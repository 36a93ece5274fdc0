import type { Sample } from './point';
import { countBefore } from './search';

/** Of one point; older ones are forgotten, and the model shows again where they stood. */
const KEPT = 10_000;

/** What was written to points: each value stands from its write to the next one. In memory alone. */
export class WrittenValues {
  private readonly samplesByCode = new Map<string, Sample[]>();

  /** A write never goes behind the one before it, even where the machine's clock was put back. */
  add(code: string, written: Sample): void {
    const samples = this.samplesByCode.get(code) ?? [];
    const atMs = Math.max(written.atMs, samples.at(-1)?.atMs ?? -Infinity);
    if (samples.at(-1)?.atMs === atMs) samples.pop();
    samples.push({ ...written, atMs });
    if (samples.length > KEPT) samples.shift();
    this.samplesByCode.set(code, samples);
  }

  /** What stands written at an instant; null where nothing does. */
  at(code: string, atMs: number): Sample | null {
    const samples = this.samplesByCode.get(code);
    return samples?.[indexFrom(samples, atMs + 1) - 1] ?? null;
  }

  /**
   * A point's samples with what was written in place of what was measured, and one more sample at each
   * write.
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
