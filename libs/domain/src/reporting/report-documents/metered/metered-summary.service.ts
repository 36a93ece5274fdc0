import { Injectable } from '@nestjs/common';
import { roundedEnergy, roundedPercent } from '../../../metering/arithmetic/rounded';
import type { HourlyFigures } from '../../../metering/energy/hourly-figures';
import { changeOf, ratioOf, readablePlaces } from '../figures';
import type { ReportFigure, ReportSpan, SummarySection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { instantLabel } from '../time-labels';
import { ComparedFiguresService, type ComparedPair } from './compared-figures.service';
import { type AmountMetric, MeteredFiguresService, type MeteredPoint } from './metered-figures.service';
import { type AmountSection, energyTypeOf } from './metered-groups.service';
import { coverageRemarks, remarksOf } from './metered-remarks';
import { placesOf } from './metered-tables';

/** Digits after the decimal point of a price or an emission factor, because these are small numbers. */
const RATE_PLACES = 4;

type MeteredSection = MeasuringSection & { metric: AmountMetric | 'power' };

interface Compared {
  now: MeteredPoint;
  /** By which values the periods are compared. */
  pair: ComparedPair;
}

/** Builds the key figures of energy, costs, emissions and power, with their changes since the previous period. */
@Injectable()
export class MeteredSummaryService {
  constructor(
    private readonly figures: MeteredFiguresService,
    private readonly comparisons: ComparedFiguresService,
  ) {}

  async amounts(section: AmountSection, context: SectionContext): Promise<SummarySection> {
    const { words } = context;
    const { metric } = section;
    const own = await this.compared(metric, section, context);
    const label = metric === 'energy' ? words.figures.total : words.figures[metric];
    const figures = [totalFigure(label, metric, own)];
    if (metric !== 'energy') {
      const energy = await this.compared('energy', section, context);
      figures.push(rateFigure(words.figures[metric === 'cost' ? 'price' : 'intensity'], own, energy));
      figures.push(totalFigure(words.metrics.energy, 'energy', energy));
    } else if (energyTypeOf(section) !== 'water') {
      figures.push(...(await this.powerFigures(section, context)));
    }
    return this.toSection(section, context, figures, own.now);
  }

  async power(section: MeteredSection, context: SectionContext): Promise<SummarySection> {
    const energy = await this.compared('energy', section, context);
    const { now, common } = await this.hourly(section, context);
    const figures = await this.powerFigures(section, context);
    const loadFactor = loadFactorOf(now);
    figures.push({
      label: context.words.figures.loadFactor,
      value: loadFactor,
      unit: '%',
      places: 1,
      estimated: false,
      change: changeOf(loadFactorOf(common.now), loadFactorOf(common.before)),
    });
    return this.toSection(section, context, figures, energy.now);
  }

  private async toSection(
    section: MeteredSection,
    context: SectionContext,
    figures: ReportFigure[],
    now: MeteredPoint,
  ): Promise<SummarySection> {
    const { areaIds, remarks } = areasOfSection(section, context);
    const query = { energyType: energyTypeOf(section), zone: context.zone, areaIds };
    const silent = await this.comparisons.silentMeters(query, context);
    return {
      kind: 'summary',
      title: headingOf(section, context),
      remarks: [
        ...remarks,
        ...coverageRemarks(now, silent, context),
        ...remarksOf(section.metric, [now], context),
      ],
      figures,
    };
  }

  private async powerFigures(section: MeasuringSection, context: SectionContext): Promise<ReportFigure[]> {
    const { words, zone } = context;
    const { now, common } = await this.hourly(section, context);
    const peakAt = now.peakTimeMs === null ? {} : { detail: words.at(instantLabel(now.peakTimeMs, zone)) };
    return [
      powerFigure(words.figures.mean, now.avg, changeOf(common.now.avg, common.before.avg)),
      {
        ...powerFigure(words.figures.peak, now.peak, changeOf(common.now.peak, common.before.peak)),
        ...peakAt,
      },
    ];
  }

  private hourly(section: MeasuringSection, context: SectionContext) {
    const { areaIds } = areasOfSection(section, context);
    return this.comparisons.hourlyFigures(
      { energyType: energyTypeOf(section), zone: context.zone, areaIds },
      context,
    );
  }

  private async compared(
    metric: AmountMetric,
    section: MeasuringSection,
    { zone, period, previous, ...context }: SectionContext,
  ): Promise<Compared> {
    const { areaIds } = areasOfSection(section, { zone, period, previous, ...context });
    const query = { energyType: energyTypeOf(section), zone, areaIds };
    const read = (span: ReportSpan) => this.figures.total(metric, { ...query, span });
    const now = await read(period);
    const points = { now: [now], before: [await read(previous)] };
    const range = { ...query, interval: 'range', combined: true } as const;
    const periods = { period, previous };
    const [pair = { now: null, before: null }] = await this.comparisons.pairs(metric, range, periods, points);
    return { now, pair };
  }
}

function totalFigure(label: string, metric: AmountMetric, { now, pair }: Compared): ReportFigure {
  const { value, unit, estimated } = now;
  const places = placesOf(metric, [now]);
  return { label, value, unit, places, estimated, change: changeOf(pair.now, pair.before) };
}

function powerFigure(label: string, value: number | null, change: number | null): ReportFigure {
  return {
    label,
    value: roundedEnergy(value),
    unit: 'kW',
    places: readablePlaces([value]),
    estimated: false,
    change,
  };
}

/** An amount per unit of energy. */
function rateFigure(label: string, amount: Compared, energy: Compared): ReportFigure {
  const now = ratioOf(amount.now.value, energy.now.value);
  const common = ratioOf(amount.pair.now, energy.pair.now);
  const before = ratioOf(amount.pair.before, energy.pair.before);
  const unit = `${amount.now.unit}/${energy.now.unit}`;
  const value = now === null ? null : Number(now.toFixed(RATE_PLACES));
  return { label, value, unit, places: RATE_PLACES, estimated: false, change: changeOf(common, before) };
}

function loadFactorOf({ avg, peak }: HourlyFigures): number | null {
  return percentOf(ratioOf(avg, peak));
}

/** A ratio in percent, with two decimals. */
function percentOf(ratio: number | null): number | null {
  return ratio === null ? null : roundedPercent(ratio * 100);
}
