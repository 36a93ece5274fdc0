import type { DemandCharge, EnergyContractEntity } from '@app/entities';
import { DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type Bucket, localDate, startOfDate } from '../arithmetic/calendar';
import type { DemandPeak } from '../energy/demand';
import { DemandService } from '../energy/demand.service';
import { EnergyScopeService } from '../energy/energy-scope.service';
import { floorHour } from '../arithmetic/hour-rows';
import { EnergySumsService } from '../meters/energy-sums.service';
import { type Bill, billedParts, billOf, windowsKey } from './bill';
import { ContractsService } from './contracts.service';
import { DEMAND_MONTHS } from './demand-charge';
import { PriceSeriesService } from './price-series.service';
import type { PriceDays } from './price-days';
import { QuarterEnergy } from './quarter-energy';

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
  ) {}

  /**
   * Returns one bill for each calendar month that the range touches.
   * @throws DomainError not_found for an unknown contract; invalid for a range that is empty or too long, and the errors
   *   of `DemandService.demand` if the contract bills the demand in sliding windows
   */
  async bills({ contractId, ...range }: BillsQuery): Promise<Bill[]> {
    const contract = await this.contracts.find(contractId);
    const { areaId, energyType } = contract;
    const scope = await this.scopes.scope({ areaId, energyType, ...range, interval: 'month' });
    const { buckets: months, zone, meters } = scope;
    if (months.length > MOST_MONTHS) throw tooLong();
    const whole = { startMs: months[0]?.startMs ?? 0, endMs: months.at(-1)?.endMs ?? 0 };
    const hours = { startMs: floorHour(whole.startMs), endMs: whole.endMs };
    const energy = new QuarterEnergy(whole, await this.sums.summedHours(meters, hours), meters.length);
    const data = {
      energy,
      zone,
      series: await this.prices(contract, whole, zone),
      peaks: await this.peaks(contract, months, zone),
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

  /** Returns the peaks by the windows of the demand charges. Most contracts have none, or one kind of windows. */
  private async peaks(
    { parts, areaId, energyType }: EnergyContractEntity,
    months: readonly Bucket[],
    zone: string,
  ): Promise<Map<string, DemandPeak[]>> {
    const charges = new Map<string, DemandCharge[]>();
    for (const month of months) {
      const demand = billedParts({ parts }, month, zone).at(-1)?.part.demand;
      if (demand) charges.set(windowsKey(demand), [...(charges.get(windowsKey(demand)) ?? []), demand]);
    }
    const peaks = new Map<string, DemandPeak[]>();
    for (const [key, [charge, ...others]] of charges) {
      if (!charge) continue;
      const needsHistory = [charge, ...others].some(({ basis }) => basis !== 'month');
      const first = localDate(months[0]?.startMs ?? 0, zone);
      const from = needsHistory ? first.subtract({ months: DEMAND_MONTHS - 1 }) : first;
      const query = {
        areaId,
        energyType,
        from: new Date(startOfDate(from, zone)).toISOString(),
        to: new Date(months.at(-1)?.endMs ?? 0).toISOString(),
      };
      peaks.set(key, await this.demand.monthlyPeaks(query, charge));
    }
    return peaks;
  }
}

function tooLong(): DomainError {
  return DomainError.invalid(`The range has more than ${MOST_MONTHS} months. Request a shorter range.`, [
    { path: 'to', ...say('range_too_long', { most: MOST_MONTHS, interval: 'month' }) },
  ]);
}
