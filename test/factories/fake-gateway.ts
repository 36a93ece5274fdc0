import type { GatewayHistoryQuery, GatewaySeries } from '@app/gateway-client';
import { DomainError } from '@app/kernel';

const HOUR_MS = 3_600_000;

/** A fake gateway that serves only history. */
export class FakeGateway {
  /** The codes and the range of every call. */
  readonly calls: { codes: string[]; from: string; to: string }[] = [];
  /** Calls for a range of more than this many milliseconds time out. */
  longestMs = Number.POSITIVE_INFINITY;
  failing = false;
  /** Calls for these codes fail. */
  readonly refusing = new Set<string>();
  /** If true, calls return all samples and ignore the requested range. */
  ignoresRange = false;
  private readonly samples = new Map<string, Map<number, number | null>>();

  /** Adds hourly samples, the first of them at `firstMs`. */
  has(code: string, firstMs: number, values: readonly (number | null)[]): void {
    const known = this.samples.get(code) ?? new Map<number, number | null>();
    for (const [index, value] of values.entries()) known.set(firstMs + index * HOUR_MS, value);
    this.samples.set(code, known);
  }

  /** Removes the samples of a code before `beforeMs`. */
  forgets(code: string, beforeMs: number): void {
    const known = this.samples.get(code) ?? new Map<number, number | null>();
    for (const atMs of known.keys()) if (atMs < beforeMs) known.delete(atMs);
  }

  knows(code: string, atMs: number): boolean {
    return this.samples.get(code)?.has(atMs) ?? false;
  }

  history({ codes, from, to }: GatewayHistoryQuery): Promise<GatewaySeries[]> {
    this.calls.push({ codes: [...codes], from: from.toISOString(), to: to.toISOString() });
    if (this.failing || codes.some((code) => this.refusing.has(code)))
      return Promise.reject(
        new DomainError('upstream_failed', 'gateway_failed', 'The gateway is unreachable.'),
      );
    if (from >= to) return Promise.reject(DomainError.invalid('from must be before to.'));
    if (to.getTime() - from.getTime() > this.longestMs) {
      return Promise.reject(new DomainError('upstream_timeout', 'gateway_timeout', 'The call timed out.'));
    }
    return Promise.resolve(
      codes.map((code) => ({
        code,
        values: [...(this.samples.get(code) ?? [])]
          .filter(([atMs]) => this.ignoresRange || (atMs >= from.getTime() && atMs < to.getTime()))
          .sort(([a], [b]) => a - b)
          .map(([atMs, value]) => ({
            timestamp: new Date(atMs).toISOString(),
            value,
            quality: 'good' as const,
          })),
      })),
    );
  }
}
