import type { AreaEntity, EnergyContractEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { energyMeters, type Site } from '../../../metering/areas/area-tree';
import type { Bill, BillLine } from '../../../metering/bills/bill';
import {
  BillSharesService,
  type SharedBill,
  type SharedBy,
} from '../../../metering/bills/bill-shares.service';
import { BillsService } from '../../../metering/bills/bills.service';
import { ContractsService } from '../../../metering/bills/contracts.service';
import { currencyPlaces } from '../../../metering/costs/currency-places';
import { localDate } from '../../../metering/arithmetic/calendar';
import { energyUnit } from '../../../metering/arithmetic/meter-arithmetic';
import { commonUnit, numberCell, textCell } from '../figures';
import { newestRecords } from '../records/newest-records';
import { inAreas } from '../records/record-view';
import type { ReportCell, ReportSpan, TableSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';

const QUANTITY_PLACES = 3;
const PRICE_PLACES = 4;

/** A bill, or the share of an area in it. */
interface ListedBill extends Pick<Bill, 'month' | 'net' | 'vat' | 'total' | 'currency' | 'missing'> {
  /** The ids of the contract and of the area. */
  key: string;
  /** The name of the contract, for a share with that of the area. */
  name: string;
  lines: (Pick<BillLine, 'quantity' | 'unit' | 'price' | 'amount'> & {
    kind: BillLine['kind'] | 'share' | 'floorShare';
  })[];
}

/** Builds the tables of the bills that are expected from suppliers. */
@Injectable()
export class BillSectionsService {
  constructor(
    private readonly contracts: ContractsService,
    private readonly bills: BillsService,
    private readonly billShares: BillSharesService,
  ) {}

  async build(section: MeasuringSection, context: SectionContext): Promise<TableSection> {
    const { words } = context;
    const bills = await this.read(section, context);
    const { isMixed, ...common } = commonUnit(bills.map(({ currency }) => currency));
    const rows = bills.flatMap((bill) => rowsOf(bill, isMixed, context));
    context.rows.take(rows.length);
    const places = Math.max(...bills.map(({ currency }) => currencyPlaces(currency)), 0);
    return {
      kind: 'table',
      title: headingOf(section, context),
      remarks: [
        ...areasOfSection(section, context).remarks,
        ...missingTotals(bills, context),
        ...(bills.length === 0 ? [words.remarks.nothing] : []),
      ],
      columns: [
        { title: words.columns.contract, kind: 'text' },
        { title: words.columns.month, kind: 'text' },
        { title: words.columns.item, kind: 'text' },
        { title: words.columns.quantity, kind: 'number', places: QUANTITY_PLACES },
        { title: words.frame.unit, kind: 'text' },
        {
          title: words.columns.price,
          kind: 'number',
          ...common,
          places: PRICE_PLACES,
        },
        {
          title: words.columns.amount,
          kind: 'number',
          ...common,
          places,
        },
        ...(isMixed ? [{ title: words.columns.currency, kind: 'text' as const }] : []),
      ],
      rows,
    };
  }

  private async read(section: MeasuringSection, context: SectionContext): Promise<ListedBill[]> {
    const all = await newestRecords((page) => this.contracts.list(page));
    const own = inAreas(all, section, context).items;
    const dates = datesOf(context.period, context.zone);
    const bills: ListedBill[] = [];
    for (const { id: contractId, name } of own) {
      for (const bill of await this.bills.bills({ contractId, ...dates }))
        bills.push({ key: `${contractId}`, name, ...bill });
    }
    const areas = context.site.areas.filter(({ id }) =>
      areasOfSection(section, context).areaIds?.includes(id),
    );
    for (const contract of all.items) {
      const inside = areas.filter(({ parentId }) => parentId === contract.areaId);
      if (inside.length === 0 || own.includes(contract)) continue;
      const by = section.shareBy ?? sharedBy(contract, context.site);
      const shared = await this.billShares.shares({ contractId: contract.id, by, ...dates });
      for (const area of inside) bills.push(...shared.flatMap((bill) => shareOf(bill, contract, area, by)));
    }
    return bills;
  }
}

/** Shares are by energy, or by floor area if an area without a meter has one. */
function sharedBy({ areaId, energyType }: EnergyContractEntity, site: Site): SharedBy {
  const inside = site.areas.filter(({ parentId }) => parentId === areaId);
  const isUnmetered = ({ id }: AreaEntity) => energyMeters(site, energyType, id).length === 0;
  const hasFloorAreas = inside.every(({ floorAreaM2 }) => floorAreaM2 !== null);
  return hasFloorAreas && inside.some(isUnmetered) ? 'floorArea' : 'energy';
}

/** The bill of an area that pays a share of the bill of a contract. */
function shareOf(
  { shares, ...bill }: SharedBill,
  { id, name, energyType }: EnergyContractEntity,
  area: AreaEntity,
  by: SharedBy,
): ListedBill[] {
  const share = shares.find(({ areaId }) => areaId === area.id);
  if (!share) return [];
  const { quantity, net, vat, total } = share;
  const measure =
    by === 'energy'
      ? ({ kind: 'share', unit: energyUnit(energyType) } as const)
      : ({ kind: 'floorShare', unit: 'm²' } as const);
  const line = { ...measure, quantity, price: null, amount: net };
  return [
    { ...bill, key: `${id} ${area.id}`, name: `${name}, ${area.name}`, lines: [line], net, vat, total },
  ];
}

/**
 * The local dates of the period, without offsets. Bills are made in the platform's time zone, so the bills of a report
 * in another zone are still those of the months that it names.
 */
function datesOf({ fromMs, toMs }: ReportSpan, zone: string): { from: string; to: string } {
  return {
    from: localDate(fromMs, zone).toString(),
    to: localDate(toMs - 1, zone)
      .add({ days: 1 })
      .toString(),
  };
}

function rowsOf(
  { name, lines, net, vat, total, month, currency }: ListedBill,
  hasCurrency: boolean,
  { words }: SectionContext,
): ReportCell[][] {
  const head = [textCell(name), textCell(month)];
  const end = hasCurrency ? [textCell(currency)] : [];
  const sums = { net, vat, total };
  return [
    ...lines.map(({ kind, quantity, unit, price, amount }) => [
      ...head,
      textCell(words.billLines[kind]),
      numberCell(quantity),
      textCell(kind === 'standing' ? words.monthUnit : unit),
      numberCell(price),
      numberCell(amount),
      ...end,
    ]),
    ...(['net', 'vat', 'total'] as const).map((sum) => [
      ...head,
      textCell(words.billLines[sum]),
      textCell(''),
      textCell(''),
      textCell(''),
      numberCell(sums[sum]),
      ...end,
    ]),
  ];
}

/** Returns a remark for all months of a contract whose totals are missing for the same reasons. */
function missingTotals(bills: readonly ListedBill[], { words }: SectionContext): string[] {
  const months = new Map<string, { name: string; reason: string; months: string[] }>();
  for (const { key: id, name, month, missing } of bills) {
    if (missing.length === 0) continue;
    const reason = missing.map((message) => words.reason(message)).join(' ');
    const key = `${id}: ${reason}`;
    const known = months.get(key) ?? { name, reason, months: [] };
    known.months.push(month);
    months.set(key, known);
  }
  return Array.from(months.values(), ({ name, reason, months: all }) =>
    words.remarks.noTotal(name, all.join(', '), reason),
  );
}
