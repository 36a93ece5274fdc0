import type { EnergyContractEntity } from '@app/entities';
import { type Message, parseInstant, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { energyMeters, type Site } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { decimalNumber, exactDecimal, roundedUnits } from '../arithmetic/exact-decimal';
import { toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy } from '../arithmetic/rounded';
import { currencyPlaces } from '../costs/currency-places';
import { EnergySumsService } from '../meters/energy-sums.service';
import type { Bill } from './bill';
import { dividedUnits } from './bill-shares';
import { type BillsQuery, BillsService } from './bills.service';
import { ContractsService } from './contracts.service';

export const SHARED_BY = ['energy', 'floorArea'] as const;
export type SharedBy = (typeof SHARED_BY)[number];

export interface BillSharesQuery extends BillsQuery {
  /** Default: `energy`. */
  by?: SharedBy;
}

/** The part of a bill that an area pays. */
export interface BillShare {
  /** Null for the rest, which no area inside the area of the contract has used. */
  areaId: number | null;
  /** Energy in kWh (m³ for water), or floor area in m²; null if it is not known. */
  quantity: number | null;
  net: number | null;
  vat: number | null;
  total: number | null;
}

/** A bill that is divided among areas. The amounts of all shares add up to those of the bill. */
export interface SharedBill extends Pick<Bill, 'month' | 'net' | 'vat' | 'total' | 'currency'> {
  shares: BillShare[];
  /** Why amounts are missing. */
  missing: Message[];
}

interface Weight {
  areaId: number | null;
  /** Whole milliwatt-hours, or square millimetres; null if it is not known. */
  weight: bigint | null;
}

const MM2_PER_M2 = 1_000_000;

/** Divides bills among the areas directly inside the area of a contract. */
@Injectable()
export class BillSharesService {
  constructor(
    private readonly contracts: ContractsService,
    private readonly bills: BillsService,
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /** @throws the errors of `BillsService.bills` */
  async shares({ by = 'energy', ...query }: BillSharesQuery): Promise<SharedBill[]> {
    const contract = await this.contracts.find(query.contractId);
    const bills = await this.bills.bills(query);
    const zone = await this.configuration.timezone();
    const site = await this.areas.site();
    const energies = by === 'energy' ? await this.energies(contract, bills, site, zone) : null;
    return bills.map((bill, index) => sharedBill(bill, energies?.[index] ?? floorAreas(contract, site), by));
  }

  /** Returns the energies of each month, which are read in one statement for any number of areas and months. */
  private async energies(
    contract: EnergyContractEntity,
    bills: readonly Bill[],
    site: Site,
    zone: string,
  ): Promise<Weight[][]> {
    const { areaId, energyType } = contract;
    const months = bills.map((bill) => billedMonth(contract, bill, zone));
    const metersOf = (id: number) => energyMeters(site, energyType, id);
    const sums = await this.sums.byMeter(metersOf(areaId), months, zone, 'days');
    const energyOf = (id: number, month: number) => {
      const { startMs = 0, endMs = 0 } = months[month] ?? {};
      const ofMeters = metersOf(id).map((meter) => sums.get(meter.id)?.[month]);
      if (ofMeters.some((sum) => sum?.coveredMs !== endMs - startMs)) return null;
      return ofMeters.reduce((total, sum) => total + BigInt(sum?.energyMwh ?? 0), 0n);
    };
    const inside = insideOf(areaId, site);
    return months.map((_, month) => {
      const weights = inside.map(({ id }) => ({ areaId: id, weight: energyOf(id, month) }));
      return withRest(weights, metersOf(areaId).length === 0 ? null : energyOf(areaId, month));
    });
  }
}

function floorAreas({ areaId }: EnergyContractEntity, site: Site): Weight[] {
  const inside = insideOf(areaId, site);
  const weights = inside.map(({ id, floorAreaM2 }) => ({ areaId: id, weight: mm2(floorAreaM2) }));
  return withRest(weights, mm2(site.areas.find(({ id }) => id === areaId)?.floorAreaM2));
}

const mm2 = (m2: number | null | undefined): bigint => BigInt(Math.round((m2 ?? 0) * MM2_PER_M2));
const insideOf = (areaId: number, site: Site) => site.areas.filter(({ parentId }) => parentId === areaId);

/** Adds what the areas leave of the whole. If they are more than the whole, there is no rest. */
function withRest(weights: readonly Weight[], whole: bigint | null): Weight[] {
  if (whole === null || weights.some(({ weight }) => weight === null))
    return [...weights, { areaId: null, weight: null }];
  const rest = weights.reduce((left, { weight }) => left - (weight ?? 0n), whole);
  return [...weights, { areaId: null, weight: rest > 0n ? rest : 0n }];
}

function sharedBill(
  { month, net, vat, total, currency, missing }: Bill,
  weights: Weight[],
  by: SharedBy,
): SharedBill {
  const places = currencyPlaces(currency);
  // An area that has fed energy into the grid pays nothing.
  const known = weights.flatMap(({ weight }) => (weight === null ? [] : weight < 0n ? 0n : weight));
  const isKnown = known.length === weights.length;
  const divided = (amount: number | null) =>
    amount === null || !isKnown ? null : dividedUnits(roundedUnits(exactDecimal(amount), places), known);
  const [nets, totals] = [divided(net), divided(total)];
  const money = (units: bigint | undefined) => (units === undefined ? null : decimalNumber(units, places));
  const shares = weights.map(({ areaId, weight }, index): BillShare => {
    const [ofNet, ofTotal] = [nets?.[index], totals?.[index]];
    return {
      areaId,
      quantity: weight === null ? null : quantityOf(weight, by),
      net: money(ofNet),
      vat: ofNet === undefined || ofTotal === undefined ? null : money(ofTotal - ofNet),
      total: money(ofTotal),
    };
  });
  const reasons = [...missing];
  if (!isKnown) reasons.push(say('shares_energy_incomplete'));
  else if (known.every((weight) => weight === 0n)) reasons.push(say('shares_without_weight'));
  return { month, net, vat, total, currency, shares, missing: reasons };
}

function quantityOf(weight: bigint, by: SharedBy): number | null {
  return roundedEnergy(by === 'energy' ? toKwh(Number(weight)) : Number(weight) / MM2_PER_M2);
}

/** The month of a bill, from the first day of the contract on. */
function billedMonth({ parts }: EnergyContractEntity, { month }: Bill, zone: string): Bucket {
  const startMs = parseInstant(`${month}-01`, zone).getTime();
  const [bucket = { startMs, endMs: startMs }] = bucketsBetween('month', startMs, startMs + 1, zone);
  const first = parts[0] ? parseInstant(parts[0].validFrom, zone).getTime() : startMs;
  return { startMs: Math.min(Math.max(bucket.startMs, first), bucket.endMs), endMs: bucket.endMs };
}
