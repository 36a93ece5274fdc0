import { useFormat } from '../../../format/use-format';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Returns a function that formats milliseconds in a suitable unit. */
export function useDuration(): (ms: number) => string {
  const { quantity } = useFormat();
  return (ms) => {
    if (ms < SECOND_MS) return quantity(ms, 'ms', 0);
    if (ms < MINUTE_MS) return quantity(ms / SECOND_MS, 's');
    if (ms < HOUR_MS) return quantity(ms / MINUTE_MS, 'min');
    return quantity(ms / HOUR_MS, 'h');
  };
}
