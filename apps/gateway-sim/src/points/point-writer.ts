import { acceptedValue, type ServedWriter, type Value } from '@app/gateway-server';
import { DomainError } from '@app/kernel';
import type { Interlock } from '../model/interlocks';
import type { PointStore } from './point-store';

/** Writes values with the rights of an operator: only writable points can be written, and interlocks are respected. */
export class PointWriter implements ServedWriter {
  /** The value of each forced point before its first forced write, by code. */
  private readonly forced = new Map<string, Value | null>();

  constructor(
    private readonly store: PointStore,
    private readonly interlocks: readonly Interlock[],
  ) {}

  set(code: string, value: unknown, nowMs: number): void {
    const accepted = acceptedValue(this.store.find(code).definition, value);
    const standing = this.interlocks.find(
      (interlock) =>
        interlock.code === code &&
        interlock.value === accepted &&
        this.store.latest(interlock.whileOn, nowMs).value === true,
    );
    if (standing) throw new DomainError('forbidden', 'interlock', standing.reason);
    this.forced.delete(code);
    this.store.write(code, accepted, nowMs);
  }

  forceSet(code: string, value: unknown, nowMs: number): void {
    const accepted = acceptedValue(this.store.find(code).definition, value);
    if (!this.forced.has(code)) this.forced.set(code, this.store.latest(code, nowMs).value);
    this.store.write(code, accepted, nowMs);
  }

  release(code: string, nowMs: number): void {
    this.store.find(code);
    const before = this.forced.get(code);
    if (before !== undefined) this.store.write(code, before, nowMs);
    this.forced.delete(code);
  }
}
