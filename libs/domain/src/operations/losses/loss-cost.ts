import { decimalNumber } from '../../metering/arithmetic/exact-decimal';
import { HOUR_MS } from '../../metering/arithmetic/meter-arithmetic';
import { roundedHalfUp } from '../../metering/arithmetic/rounded';
import type { Pricing } from '../../metering/costs/costs.service';
import type { FoundLoss } from './judgement';

export interface LossCost {
  /** Null if no tariff applies in one of the hours, or if the loss has no energy. */
  costPerMonth: number | null;
  currency: string;
}

/** Estimates the cost of a loss from the mean price in its hours. */
export function lossCost(
  { kwhPerMonth, hoursMs }: Pick<FoundLoss, 'kwhPerMonth' | 'hoursMs'>,
  { schedule, format: { unit: currency, places } }: Pricing,
): LossCost {
  const hours = hoursMs.toSorted((one, other) => one - other);
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return { costPerMonth: null, currency };
  const spans = schedule.spans({ startMs: first, endMs: last + HOUR_MS });
  let next = 0;
  let total = 0;
  for (const hourMs of hours) {
    while ((spans[next]?.endMs ?? Number.POSITIVE_INFINITY) <= hourMs) next++;
    const rate = schedule.rates[spans[next]?.rate ?? -1];
    if (!rate) return { costPerMonth: null, currency };
    total += decimalNumber(rate.digits, rate.scale);
  }
  return { costPerMonth: roundedHalfUp((kwhPerMonth * total) / hours.length, places), currency };
}
