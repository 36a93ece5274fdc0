import type { EnergyContractEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import type { Bill } from '../../../metering/bills/bill';
import { BillsService } from '../../../metering/bills/bills.service';
import { ContractsService } from '../../../metering/bills/contracts.service';
import { currencyPlaces } from '../../../metering/costs/currency-places';
import { localDate } from '../../../metering/arithmetic/calendar';
import { commonUnit, numberCell, textCell } from '../figures';
import { newestRecords } from '../records/newest-records';
import { inAreas } from '../records/record-view';
import type { ReportCell, ReportSpan, TableSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';

const QUANTITY_PLACES = 3;
const PRICE_PLACES = 4;

interface ContractBill {
  contract: EnergyContractEntity;
  bill: Bill;
}

/** Builds the tables of the bills that are expected from suppliers. */
@Injectable()
export class BillSectionsService {
  constructor(
    private readonly contracts: ContractsService,
    private readonly bills: BillsService,
  ) {}

  async build(section: MeasuringSection, context: SectionContext): Promise<TableSection> {
    const { words } = context;
    const bills = await this.read(section, context);
    const { isMixed, ...common } = commonUnit(bills.map(({ bill }) => bill.currency));
    const rows = bills.flatMap((bill) => rowsOf(bill, isMixed, context));
    context.rows.take(rows.length);
    const places = Math.max(...bills.map(({ bill }) => currencyPlaces(bill.currency)), 0);
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

  private async read(section: MeasuringSection, context: SectionContext): Promise<ContractBill[]> {
    const contracts = inAreas(await newestRecords((page) => this.contracts.list(page)), section, context);
    const bills: ContractBill[] = [];
    for (const contract of contracts.items) {
      const query = { contractId: contract.id, ...datesOf(context.period, context.zone) };
      for (const bill of await this.bills.bills(query)) bills.push({ contract, bill });
    }
    return bills;
  }
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
  { contract, bill }: ContractBill,
  hasCurrency: boolean,
  { words }: SectionContext,
): ReportCell[][] {
  const { lines, net, vat, total, month, currency } = bill;
  const head = [textCell(contract.name), textCell(month)];
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
function missingTotals(bills: readonly ContractBill[], { words }: SectionContext): string[] {
  const months = new Map<string, { name: string; reason: string; months: string[] }>();
  for (const { contract, bill } of bills) {
    if (bill.missing.length === 0) continue;
    const reason = bill.missing.map((missing) => words.reason(missing)).join(' ');
    const key = `${contract.id} ${reason}`;
    const known = months.get(key) ?? { name: contract.name, reason, months: [] };
    known.months.push(bill.month);
    months.set(key, known);
  }
  return Array.from(months.values(), ({ name, reason, months: all }) =>
    words.remarks.noTotal(name, all.join(', '), reason),
  );
}
