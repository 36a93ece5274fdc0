import { Injectable } from '@nestjs/common';
import { roundedEnergy, roundedPercent } from '../../../metering/arithmetic/rounded';
import { changeOf, ratioOf, readablePlaces } from '../figures';
import type { ReportFigure, ReportSpan, SummarySection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { instantLabel } from '../time-labels';
import { type AmountMetric, MeteredFiguresService, type MeteredPoint } from './metered-figures.service';
import { type AmountSection, energyTypeOf } from './metered-groups.service';
import { coverageRemarks, remarksOf } from './metered-remarks';
import { placesOf } from './metered-tables';

/** Digits after the decimal point of a price or an emission factor, because these are small numbers. */
const RATE_PLACES = 4;

type MeteredSection = MeasuringSection & { metric: AmountMetric | 'power' };

interface Compared<Value> {
  now: Value;
  before: Value;
}

/** Builds the key figures of energy, costs, emissions and power, with their changes since the previous period. */
@Injectable()
export class MeteredSummaryService {
  constructor(private readonly figures: MeteredFiguresService) {}

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
    return toSection(section, context, figures, own.now);
  }

  async power(section: MeteredSection, context: SectionContext): Promise<SummarySection> {
    const energy = await this.compared('energy', section, context);
    const { now, before } = await this.hourly(section, context);
    const figures = await this.powerFigures(section, context);
    const loadFactor = percentOf(ratioOf(now.avg, now.peak));
    const earlier = percentOf(ratioOf(before.avg, before.peak));
    figures.push({
      label: context.words.figures.loadFactor,
      value: loadFactor,
      unit: '%',
      places: 1,
      estimated: false,
      change: changeOf(loadFactor, earlier),
    });
    return toSection(section, context, figures, energy.now);
  }

  private async powerFigures(section: MeasuringSection, context: SectionContext): Promise<ReportFigure[]> {
    const { words, zone } = context;
    const { now, before } = await this.hourly(section, context);
    const peakAt = now.peakTimeMs === null ? {} : { detail: words.at(instantLabel(now.peakTimeMs, zone)) };
    return [
      powerFigure(words.figures.mean, now.avg, before.avg),
      { ...powerFigure(words.figures.peak, now.peak, before.peak), ...peakAt },
    ];
  }

  private hourly(section: MeasuringSection, context: SectionContext) {
    const { areaIds } = areasOfSection(section, context);
    return this.figures.hourlyFigures(
      { energyType: energyTypeOf(section), zone: context.zone, areaIds },
      context,
    );
  }

  private async compared(
    metric: AmountMetric,
    section: MeasuringSection,
    { zone, period, previous, ...context }: SectionContext,
  ): Promise<Compared<MeteredPoint>> {
    const { areaIds } = areasOfSection(section, { zone, period, previous, ...context });
    const query = { energyType: energyTypeOf(section), zone, areaIds };
    const read = (span: ReportSpan) => this.figures.total(metric, { ...query, span });
    return { now: await read(period), before: await read(previous) };
  }
}

function toSection(
  section: MeteredSection,
  context: SectionContext,
  figures: ReportFigure[],
  now: MeteredPoint,
): SummarySection {
  const remarks = [
    ...areasOfSection(section, context).remarks,
    ...coverageRemarks(now, context),
    ...remarksOf(section.metric, [now], context),
  ];
  return { kind: 'summary', title: headingOf(section, context), remarks, figures };
}

function totalFigure(
  label: string,
  metric: AmountMetric,
  { now, before }: Compared<MeteredPoint>,
): ReportFigure {
  const { value, unit, estimated } = now;
  const places = placesOf(metric, [now]);
  return { label, value, unit, places, estimated, change: changeOf(value, before.value) };
}

function powerFigure(label: string, value: number | null, earlier: number | null): ReportFigure {
  return {
    label,
    value: roundedEnergy(value),
    unit: 'kW',
    places: readablePlaces([value]),
    estimated: false,
    change: changeOf(value, earlier),
  };
}

/** An amount per unit of energy. */
function rateFigure(
  label: string,
  amount: Compared<MeteredPoint>,
  energy: Compared<MeteredPoint>,
): ReportFigure {
  const now = ratioOf(amount.now.value, energy.now.value);
  const before = ratioOf(amount.before.value, energy.before.value);
  const unit = `${amount.now.unit}/${energy.now.unit}`;
  const value = now === null ? null : Number(now.toFixed(RATE_PLACES));
  return { label, value, unit, places: RATE_PLACES, estimated: false, change: changeOf(now, before) };
}

/** A ratio in percent, with two decimals. */
function percentOf(ratio: number | null): number | null {
  return ratio === null ? null : roundedPercent(ratio * 100);
}
