import { DomainError } from '@app/kernel';
import type { Interlock } from '../model/interlocks';
import type { Series, Value } from './point';
import type { PointStore } from './point-store';

/** Writes values with the rights of an operator: only writable points can be written, and interlocks are respected. */
export class PointWriter {
  /** The value of each forced point before its first forced write, by code. */
  private readonly forced = new Map<string, Value | null>();

  constructor(
    private readonly store: PointStore,
    private readonly interlocks: readonly Interlock[],
  ) {}

  /**
   * @throws DomainError `not_found` for an unknown point; `invalid` if the point does not accept the value; `forbidden`
   *   if an interlock protects the point
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
    this.forced.delete(code);
    this.store.write(code, accepted, nowMs);
  }

  /** Like `set`, but ignores interlocks, and remembers the previous value for `release`. */
  forceSet(code: string, value: unknown, nowMs: number): void {
    const accepted = this.acceptable(this.store.find(code), value);
    if (!this.forced.has(code)) this.forced.set(code, this.store.latest(code, nowMs).value);
    this.store.write(code, accepted, nowMs);
  }

  /**
   * Restores the value from before `forceSet`. Does nothing if the value was not forced, or if it was set by `set`
   * afterwards.
   */
  release(code: string, nowMs: number): void {
    this.store.find(code);
    const before = this.forced.get(code);
    if (before !== undefined) this.store.write(code, before, nowMs);
    this.forced.delete(code);
  }

  private acceptable(series: Series, value: unknown): Value {
    const { code, writable, dataType } = series.definition;
    if (!writable) throw DomainError.invalid(`The point ${code} cannot be written.`);
    if (dataType === 'boolean') {
      if (typeof value === 'boolean') return value;
      throw DomainError.invalid(`The point ${code} accepts only true or false.`);
    }
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw DomainError.invalid(`The point ${code} accepts only numbers.`);
    const { min = -Infinity, max = Infinity, step } = series.definition;
    if (value < min || value > max) {
      throw DomainError.invalid(`The point ${code} accepts only values from ${min} to ${max}.`);
    }
    if (step !== undefined && !Number.isInteger((value - min) / step))
      throw DomainError.invalid(`The point ${code} accepts only values in steps of ${step}.`);
    return value;
  }
}
