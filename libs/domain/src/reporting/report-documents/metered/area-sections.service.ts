import { say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { balancedMeters } from '../../../metering/areas/area-tree';
import { energyUnit } from '../../../metering/arithmetic/meter-arithmetic';
import { EnergyDetailsService } from '../../../metering/energy/energy-details.service';
import { OutdoorTemperatureService } from '../../../metering/temperature/outdoor-temperature.service';
import { chosenArea, listedAreas } from '../area-rows';
import { coveragePercent, numberCell, PERCENT, ratioOf, readablePlaces, shareOf, textCell } from '../figures';
import type { ReportSection, TableSection } from '../report-document';
import { areasOfSection, headingOf, type MeasuringSection, type SectionContext } from '../section-context';
import { energyTypeOf } from './metered-groups.service';
import { tableOverTime } from './series-table';

/** With less coverage, a difference or a quotient would show the gaps of its parts. */
const COMPLETE = 0.995;
/** With fewer degree days, other energy than that of the heating decides on the quotient. */
const LEAST_DEGREE_DAYS = 1;
const DEGREE_DAYS = { unit: 'K·d', places: 1 };

/** Builds the tables that relate the energy of an area to the weather and to the areas inside it. */
@Injectable()
export class AreaSectionsService {
  constructor(
    private readonly details: EnergyDetailsService,
    private readonly temperature: OutdoorTemperatureService,
  ) {}

  /** A row per month or day of the first area of the section, or of the top area. Its bases apply. */
  async ofDegreeDays(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const { words, zone } = context;
    const { areaIds, remarks } = areasOfSection(section, context);
    const title = headingOf(section, context);
    const area = chosenArea(context.site, areaIds);
    if (!area) return { kind: 'text', title, remarks, text: words.remarks.nothing };
    const interval = section.interval === 'day' ? ('day' as const) : ('month' as const);
    const query = { ...rangeOf(context), areaId: area.id, interval, timezone: zone };
    const degreeDays = (kind: 'heating' | 'cooling') =>
      this.temperature.degreeDays({ ...query, kind, method: 'hours' });
    const [heating, cooling] = [await degreeDays('heating'), await degreeDays('cooling')];
    const energies = await this.details.points({ ...query, energyType: energyTypeOf(section) });
    const isKnown = heating.some(({ value }) => value !== null);
    context.rows.take(heating.length);
    const quotients = heating.map(({ value, coverage }, index) => {
      const { value: energy = null, coverage: measured = 0, estimated } = energies[index] ?? {};
      const isComplete = Math.min(coverage, measured) >= COMPLETE && estimated !== true;
      return isComplete && Number(value) >= LEAST_DEGREE_DAYS ? ratioOf(energy, value) : null;
    });
    const { columns } = words;
    const unit = energyUnit(energyTypeOf(section));
    const percents = heating.map(({ coverage }) => ({ value: coveragePercent(coverage) }));
    const isUnknown = [...quotients, ...energies.map(({ value }) => value)].includes(null);
    return {
      kind: 'table',
      title: section.title ? title : `${title}, ${area.title}`,
      remarks: [
        ...remarks,
        ...(isKnown
          ? [words.remarks.bases(heating[0]?.baseC ?? 0, cooling[0]?.baseC ?? 0)]
          : [words.reason(say('temperature_missing'))]),
        ...(isUnknown ? [words.remarks.unknownPerDegreeDay] : []),
      ],
      ...tableOverTime(
        interval,
        heating.map(({ startMs }) => startMs),
        [
          { title: columns.heatingDegreeDays, ...DEGREE_DAYS, values: heating },
          { title: columns.coolingDegreeDays, ...DEGREE_DAYS, values: cooling },
          { title: columns.coverage, ...PERCENT, values: percents },
          {
            title: columns.energy,
            unit,
            places: readablePlaces(energies.map(({ value }) => value)),
            values: energies,
          },
          {
            title: columns.perHeatingDegreeDay,
            unit: `${unit}/(K·d)`,
            places: 2,
            values: quotients.map((value) => ({ value })),
          },
        ],
        context,
      ),
    };
  }

  /** A row per area that has meters of its own and areas inside with meters. */
  async ofBalance(section: MeasuringSection, context: SectionContext): Promise<TableSection> {
    const { words, site, zone } = context;
    const energyType = energyTypeOf(section);
    const chosen = areasOfSection(section, context);
    const balanced = balancedMeters(site, energyType);
    const hasBothSides = ({ id }: { id: number }) => {
      const { own = [], children = [] } = balanced.get(id) ?? {};
      return own.length > 0 && children.length > 0;
    };
    const areas = listedAreas(site, chosen.areaIds).filter(hasBothSides);
    context.rows.take(areas.length);
    const points = await this.details.balance({
      ...rangeOf(context),
      areaIds: areas.map(({ id }) => id),
      energyType,
      interval: 'range',
      timezone: zone,
    });
    const lines = areas.map(({ id, title }) => {
      const {
        own = null,
        children = null,
        rest = null,
        coverage = 0,
      } = points.find(({ areaId }) => areaId === id) ?? {};
      return { title, own, children, rest: coverage < COMPLETE ? null : rest, coverage };
    });
    const places = readablePlaces(lines.map(({ own }) => own));
    const energy = { kind: 'number', unit: energyUnit(energyType), places } as const;
    return {
      kind: 'table',
      title: headingOf(section, context),
      remarks: [
        ...chosen.remarks,
        ...(lines.length === 0 ? [words.remarks.noBalance] : []),
        ...(lines.some(({ rest }) => rest === null) ? [words.remarks.unknownRest] : []),
      ],
      columns: [
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.own, ...energy },
        { title: words.columns.inside, ...energy },
        { title: words.columns.rest, ...energy },
        { title: words.columns.share, ...PERCENT },
        { title: words.columns.coverage, ...PERCENT },
      ],
      rows: lines.map(({ title, own, children, rest, coverage }) => [
        textCell(title),
        numberCell(own),
        numberCell(children),
        numberCell(rest),
        numberCell(shareOf(rest, own)),
        numberCell(coveragePercent(coverage)),
      ]),
    };
  }
}

function rangeOf({ period }: SectionContext): { from: string; to: string } {
  return { from: new Date(period.fromMs).toISOString(), to: new Date(period.toMs).toISOString() };
}
