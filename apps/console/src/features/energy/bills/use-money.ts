import { useTranslation } from 'react-i18next';

/** Returns a function that formats an amount with all decimals of its currency. */
export function useMoney(currency: string): (amount: number | null) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, { style: 'currency', currency });
  return (amount) => (amount === null ? '–' : format.format(amount));
}
