/** Digits after the decimal point of amounts in a currency (ISO 4217): 2 for EUR, 0 for JPY. */
export function currencyPlaces(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}
