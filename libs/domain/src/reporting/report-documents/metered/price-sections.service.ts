import type { Tariff } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { currencyPlaces } from '../../../metering/costs/currency-places';
import { energyUnit } from '../../../metering/arithmetic/meter-arithmetic';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { numberCell, readablePlaces, shareOf, textCell } from '../figures';
import type { ChartSection, ReportCell, ReportColumn, TableSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { MeteredFiguresService } from './metered-figures.service';
import { energyTypeOf } from './metered-groups.service';
import { remarksOf } from './metered-remarks';
import { tariffTimes } from './tariff-times';

/** 1970-01-05 was a Monday. */
const SOME_MONDAY_MS = 4 * 86_400_000;

/** Builds charts and tables of costs by price. The amounts add up to the cost. */
@Injectable()
export class PriceSectionsService {
  constructor(
    private readonly figures: MeteredFiguresService,
    private readonly configuration: ConfigurationService,
  ) {}

  async build(section: MeasuringSection, context: SectionContext): Promise<ChartSection | TableSection> {
    const { words, zone, period } = context;
    const { areaIds, remarks } = areasOfSection(section, context);
    const energyType = energyTypeOf(section);
    const query = { energyType, span: period, zone, areaIds };
    const cost = await this.figures.costsByPrice(query);
    const energy = await this.figures.total('energy', query);
    const timesOf = await this.times(energyType, context);
    const prices = cost.rates.filter((rate) => rate.energy !== null);
    context.rows.take(prices.length);
    const priceUnit = `${cost.unit}/${energyUnit(energyType)}`;
    const labels = prices.map(({ rate }) => (rate === null ? words.noTariff : `${rate} ${priceUnit}`));
    const points = [
      ...prices.map(({ amount }) => ({ value: amount, estimated: false })),
      { value: cost.value, estimated: energy.estimated },
    ];
    const head = {
      title: headingOf(section, context),
      remarks: [...remarks, ...remarksOf('cost', points, context)],
    };
    const amount: ReportColumn = {
      title: words.columns.cost,
      kind: 'number',
      unit: cost.unit,
      places: currencyPlaces(cost.unit),
    };
    if (section.kind === 'chart') {
      const rows = prices.map((price, row) => [textCell(labels[row] ?? ''), numberCell(price.amount)]);
      const columns: ReportColumn[] = [{ title: words.columns.price, kind: 'text' }, amount];
      return { kind: 'chart', shape: 'bars', ...head, columns, rows };
    }
    const columns: ReportColumn[] = [
      { title: words.columns.price, kind: 'text' },
      { title: words.columns.times, kind: 'text' },
      {
        title: words.columns.energy,
        kind: 'number',
        unit: energy.unit,
        places: readablePlaces([energy.value]),
      },
      amount,
      { title: words.columns.share, kind: 'number', unit: '%', places: 1 },
    ];
    const rows = prices.map((price, row): ReportCell[] => [
      textCell(labels[row] ?? ''),
      textCell(price.rate === null ? '' : timesOf(price.rate)),
      numberCell(price.energy),
      numberCell(price.amount),
      numberCell(shareOf(price.amount, cost.value)),
    ]);
    const total = [
      textCell(words.columns.total),
      textCell(''),
      numberCell(energy.value, energy.estimated),
      numberCell(cost.value, energy.estimated),
      numberCell(shareOf(cost.value, cost.value)),
    ];
    return { kind: 'table', ...head, columns, rows, total };
  }

  private async times(
    energyType: string,
    { words, language, period }: SectionContext,
  ): Promise<(price: number) => string> {
    const { tariffs, timezone } = await this.configuration.current();
    const own: Tariff[] = [tariffs[energyType] ?? []].flat();
    const dayName = (day: number) =>
      new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
        SOME_MONDAY_MS + (day - 1) * 86_400_000,
      );
    return (price) => tariffTimes(own, price, period, timezone, { otherTimes: words.otherTimes, dayName });
  }
}
