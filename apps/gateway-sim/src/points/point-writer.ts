import { DomainError } from '@app/kernel';
import type { Interlock } from '../model/interlocks';
import type { Series, Value } from './point';
import type { PointStore } from './point-store';

/** Writes values as an operator does: only to writable points, and not against an interlock. */
export class PointWriter {
  constructor(
    private readonly store: PointStore,
    private readonly interlocks: readonly Interlock[],
  ) {}

  /**
   * @throws DomainError not_found for an unknown point, invalid for one that takes no such value,
   * forbidden where an interlock stands against it
   */
  set(code: string, value: unknown, nowMs: number): void {
    const accepted = this.acceptable(this.store.find(code), value);
    const standing = this.interlocks.find(
      (interlock) =>
        interlock.code === code &&
        interlock.value === accepted &&
        this.store.latest(interlock.whileOn, nowMs).value === true,
    );
    if (standing) throw new DomainError('forbidden', 'interlock', standing.reason);
    this.store.write(code, accepted, nowMs);
  }

  /** Like `set`, but ignores interlocks. */
  forceSet(code: string, value: unknown, nowMs: number): void {
    this.store.write(code, this.acceptable(this.store.find(code), value), nowMs);
  }

  private acceptable(series: Series, value: unknown): Value {
    const { code, writable, dataType } = series.definition;
    if (!writable) throw DomainError.invalid(`The point ${code} cannot be written.`);
    if (dataType === 'boolean') {
      if (typeof value === 'boolean') return value;
      throw DomainError.invalid(`The point ${code} takes true or false.`);
    }
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw DomainError.invalid(`The point ${code} takes a number.`);
    const { min, max } = series.range ?? { min: -Infinity, max: Infinity };
    if (value < min || value > max) {
      throw DomainError.invalid(`The point ${code} takes ${min} to ${max}.`);
    }
    return value;
  }
}
