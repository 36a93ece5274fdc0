import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@app/kernel';
import type { Json, RememberPortChange } from '@app/workflow-engine';

/** Default for the maximum number of items of a list that `push` extends. */
const DEFAULT_MAX_ITEMS = 100;

/** A remembered value; null if nothing is remembered. */
export interface Remembered {
  value: Json;
  expiresAtMs: number | null;
}

export interface AppliedChange {
  /** The new value; undefined if nothing is written. */
  next: Remembered | undefined;
  /** True if the operation was applied and the value differs from the previous one. */
  changed: boolean;
}

type Operation = Pick<RememberPortChange, 'operation' | 'value' | 'expected' | 'maxItems' | 'expiresInMs'>;

/**
 * Applies an operation to a remembered value.
 * @throws DomainError `not_a_number` or `not_a_list` if the previous value does not fit the operation
 */
export function applyChange(before: Remembered, change: Operation, nowMs: number): AppliedChange {
  const { operation, expected = null, expiresInMs } = change;
  if (operation === 'compareAndSet' && !isDeepStrictEqual(before.value, expected))
    return { next: undefined, changed: false };
  const value = valueAfter(before.value, change);
  const keepsExpiry = operation === 'add' || operation === 'push';
  const kept = keepsExpiry ? before.expiresAtMs : null;
  return {
    next: { value, expiresAtMs: expiresInMs === undefined ? kept : nowMs + expiresInMs },
    changed: !isDeepStrictEqual(before.value, value),
  };
}

function valueAfter(before: Json, { operation, value = null, maxItems }: Operation): Json {
  if (operation === 'clear') return null;
  if (operation === 'add') return sumOf(before ?? 0, value);
  if (operation !== 'push') return value;
  if (before !== null && !Array.isArray(before))
    throw new DomainError(
      'invalid',
      'not_a_list',
      'push needs a list, but the remembered value is not a list.',
    );
  return [...(before ?? []), value].slice(-(maxItems ?? DEFAULT_MAX_ITEMS));
}

function sumOf(before: Json, value: Json): number {
  const sum = typeof before === 'number' && typeof value === 'number' ? before + value : Number.NaN;
  if (Number.isFinite(sum)) return sum;
  const message =
    'add needs a number as value. The remembered value must be a number or missing, and the sum must be finite.';
  throw new DomainError('invalid', 'not_a_number', message);
}
