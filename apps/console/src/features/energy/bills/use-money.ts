import { useFormat } from '../../../format/use-format';

/** Returns a function that formats an amount with all decimals of its currency. */
export function useMoney(currency: string): (amount: number | null) => string {
  const { money } = useFormat();
  return (amount) => money(amount, currency);
}
