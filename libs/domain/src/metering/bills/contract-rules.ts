import type { ContractPart, EnergyContractEntity, EnergyPrice, PriceSeriesEntity } from '@app/entities';
import { type ErrorDetail, say, unknownRecord } from '@app/kernel';
import { tariffWeek } from '../costs/tariff-week';
import { RateList } from '../rates/rate-list';
import { OUTSIDE_PERIODS } from './energy-charges';

/** Returns what is wrong with the parts of a contract. */
export function partFaults(
  { parts, currency, energyType }: Pick<EnergyContractEntity, 'parts' | 'currency' | 'energyType'>,
  series: readonly PriceSeriesEntity[],
): ErrorDetail[] {
  return parts.flatMap((part, index) => {
    const path = `parts[${index}]`;
    const before = parts[index - 1];
    const details = [
      ...energyFaults(part.energy, `${path}.energy`, currency, series),
      ...demandFaults(part, path),
    ];
    if (part.reactive && energyType !== 'electricity')
      details.push({ path: `${path}.reactive`, ...say('reactive_of_other_type') });
    if (before && before.validFrom >= part.validFrom)
      details.push({
        path: `${path}.validFrom`,
        ...say('not_after', { other: `parts[${index - 1}].validFrom` }),
      });
    return details;
  });
}

function energyFaults(
  { pricePerKwh, periods, tiers, series: id }: EnergyPrice,
  path: string,
  currency: string,
  series: readonly PriceSeriesEntity[],
): ErrorDetail[] {
  const given = [pricePerKwh, periods, tiers, id].filter((value) => value !== undefined);
  if (given.length !== 1) return [{ path, ...say('one_energy_price') }];
  if (periods) {
    const gap = gapOf(periods);
    return gap ? [{ path: `${path}.periods`, ...say('periods_incomplete', gap) }] : [];
  }
  if (tiers) return areAscending(tiers) ? [] : [{ path: `${path}.tiers`, ...say('tiers_order') }];
  if (id === undefined) return [];
  const found = series.find((one) => one.id === id);
  if (!found) return [{ path: `${path}.series`, ...unknownRecord('price_series', id) }];
  return found.currency === currency
    ? []
    : [{ path: `${path}.series`, ...say('other_currency', { currency: found.currency }) }];
}

function demandFaults({ demand }: ContractPart, path: string): ErrorDetail[] {
  if (demand?.basis !== 'ratchet' || demand.ratchetShare !== undefined) return [];
  return [{ path: `${path}.demand.ratchetShare`, ...say('required_for', { name: 'ratchet' }) }];
}

function areAscending(tiers: NonNullable<EnergyPrice['tiers']>): boolean {
  return tiers.every(({ upToKwh }, index) => {
    const isLast = index === tiers.length - 1;
    if (isLast || upToKwh === undefined) return isLast && upToKwh === undefined;
    return upToKwh > (tiers[index - 1]?.upToKwh ?? 0);
  });
}

/** The first time of the week that is in no period. */
function gapOf(periods: NonNullable<EnergyPrice['periods']>): { day: number; time: string } | null {
  const rates = new RateList();
  const week = tariffWeek({ currency: '', default: OUTSIDE_PERIODS, periods }, rates);
  const outside = rates.rates.findIndex(({ digits }) => digits === BigInt(OUTSIDE_PERIODS));
  for (const [index, changes] of week.entries()) {
    const gap = changes.find(({ rate }) => rate === outside);
    if (gap) return { day: index + 1, time: clockTime(gap.minute) };
  }
  return null;
}

const clockTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
