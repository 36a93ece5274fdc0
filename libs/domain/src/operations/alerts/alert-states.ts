import type { AlertState } from '@app/entities';
import type { AlertRecord } from './alert-change';

/** Returns the states of alerts that match the filters; undefined if all states match. */
export function statesOf(
  status: AlertRecord['status'] | undefined,
  shelved: boolean | undefined,
): AlertState[] | undefined {
  if (status === undefined && shelved === undefined) return undefined;
  const states: readonly AlertState[] =
    status === 'cleared' ? (['cleared'] as const) : (['active', 'shelved'] as const);
  const all = status === undefined ? (['active', 'shelved', 'cleared'] as const) : states;
  return all.filter((state) => shelved === undefined || (state === 'shelved') === shelved);
}
