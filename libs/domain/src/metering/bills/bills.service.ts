import type { DemandCharge, EnergyContractEntity } from '@app/entities';
import { DomainError, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type Bucket, bucketsBetween, fewestBuckets, localDate, startOfDate } from '../arithmetic/calendar';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { QuarterEnergy } from '../arithmetic/quarter-energy';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import type { DemandPeak } from '../energy/demand';
import { DemandService } from '../energy/demand.service';
import { EnergyScopeService } from '../energy/energy-scope.service';
import { ReactiveEnergyService } from '../energy/reactive-energy.service';
import { floorHour } from '../arithmetic/hour-rows';
import { EnergySumsService } from '../meters/energy-sums.service';
import { type Bill, billedParts, billOf, windowsKey } from './bill';
import { ContractsService } from './contracts.service';
import { DEMAND_MONTHS } from './demand-charge';
import { PriceSeriesService } from './price-series.service';
import type { PriceDays } from './price-days';

export interface BillsQuery {
  contractId: number;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
}

const MOST_MONTHS = 36;

/** Computes the bills that follow from a contract and the measured energy. */
@Injectable()
export class BillsService {
  constructor(
    private readonly contracts: ContractsService,
    private readonly series: PriceSeriesService,
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
    private readonly demand: DemandService,
    private readonly reactive: ReactiveEnergyService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Returns one bill for each calendar month that the range touches.
   * @throws DomainError not_found for an unknown contract; invalid for a range that is empty or too long, and the errors
   *   of `DemandService.demand` if the contract bills the demand in sliding windows
   */
  async bills({ contractId, ...range }: BillsQuery): Promise<Bill[]> {
    const contract = await this.contracts.find(contractId);
    const zone = await this.configuration.timezone();
    const months = monthsOf(range, zone);
    const billed = spanOf(months);
    const demands = demandsOf(contract, months, zone);
    // The hours are read once, also those of earlier months whose peaks may determine the demand.
    const needsHistory = demands.some(({ basis }) => basis !== 'month');
    const scope = await this.scopes.scope({
      areaId: contract.areaId,
      energyType: contract.energyType,
      from: new Date(needsHistory ? historyStart(billed, zone) : billed.startMs).toISOString(),
      to: new Date(billed.endMs).toISOString(),
      interval: 'month',
    });
    const { startMs, endMs } = spanOf(scope.buckets);
    const hours = { startMs: floorHour(startMs), endMs: endMs + HOUR_MS };
    const lines = await this.sums.summedHours(scope.meters, hours);
    const peaks = new Map<string, DemandPeak[]>();
    for (const demand of demands) {
      const key = windowsKey(demand);
      if (!peaks.has(key))
        peaks.set(key, await this.demand.peaks(contract.areaId, scope, demand, lines.again()));
    }
    const data = {
      energy: new QuarterEnergy(billed, lines, scope.meters.length),
      zone,
      series: await this.prices(contract, billed, zone),
      peaks,
      reactive: isReactiveBilled(contract, billed, zone)
        ? await this.reactive.of(contract.areaId, billed)
        : undefined,
    };
    return months.map((month) => billOf(contract, month, data));
  }

  private async prices(
    contract: EnergyContractEntity,
    range: Bucket,
    zone: string,
  ): Promise<Map<number, PriceDays>> {
    const ids = new Set(billedParts(contract, range, zone).flatMap(({ part }) => part.energy.series ?? []));
    const prices = new Map<number, PriceDays>();
    for (const id of ids) prices.set(id, await this.series.prices(id, range));
    return prices;
  }
}

/** The calendar months that the range touches. */
function monthsOf(range: { from: string; to: string }, zone: string): Bucket[] {
  const { from, to } = parseInstantRange(range, zone);
  const [fromMs, toMs] = [from.getTime(), to.getTime()];
  if (fewestBuckets('month', fromMs, toMs) > MOST_MONTHS) throw tooLong();
  const months = bucketsBetween('month', fromMs, toMs, zone);
  if (months.length > MOST_MONTHS) throw tooLong();
  return months;
}

/** The demand charges by which the months are billed. */
function demandsOf(contract: EnergyContractEntity, months: readonly Bucket[], zone: string): DemandCharge[] {
  const demands = months.map((month) => billedParts(contract, month, zone).at(-1)?.part.demand);
  return [...new Set(demands.flatMap((demand) => demand ?? []))];
}

function isReactiveBilled(contract: EnergyContractEntity, range: Bucket, zone: string): boolean {
  return billedParts(contract, range, zone).some(({ part }) => part.reactive);
}

function historyStart({ startMs }: Bucket, zone: string): number {
  return startOfDate(localDate(startMs, zone).subtract({ months: DEMAND_MONTHS - 1 }), zone);
}

const spanOf = (buckets: readonly Bucket[]): Bucket => ({
  startMs: buckets[0]?.startMs ?? 0,
  endMs: buckets.at(-1)?.endMs ?? 0,
});

function tooLong(): DomainError {
  return DomainError.invalid(`The range has more than ${MOST_MONTHS} months. Request a shorter range.`, [
    { path: 'to', ...say('range_too_long', { most: MOST_MONTHS, interval: 'month' }) },
  ]);
}
