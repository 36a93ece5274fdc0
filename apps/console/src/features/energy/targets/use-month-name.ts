import { useFormat } from '../../../format/use-format';

/** Returns a function that names a month, 1 to 12. */
export function useMonthName(length: 'short' | 'long'): (month: number) => string {
  const { part } = useFormat();
  return (month) =>
    part(new Date(Date.UTC(2001, month - 1)).toISOString(), { timeZone: 'UTC', month: length });
}
