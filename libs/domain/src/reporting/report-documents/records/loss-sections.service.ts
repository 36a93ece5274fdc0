import { Injectable } from '@nestjs/common';
import { energyUnit } from '../../../metering/arithmetic/meter-arithmetic';
import { type Loss, LossesService } from '../../../operations/losses/losses.service';
import { commonUnit, numberCell, readablePlaces, textCell } from '../figures';
import type { ReportSection } from '../report-document';
import type { MeasuringSection, SectionContext } from '../section-context';
import { instantLabel } from '../time-labels';
import type { ReportWords } from '../words/report-words';
import { newestRecords } from './newest-records';
import { areaName, inAreas, instantCell, recordSection } from './record-view';

/** Builds the lists of open losses, the most expensive first. */
@Injectable()
export class LossSectionsService {
  constructor(private readonly losses: LossesService) {}

  async build(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const { words, nowMs, zone } = context;
    const open = await newestRecords((page) => this.losses.list({ ...page, status: 'open' }));
    const records = inAreas(open, section, context);
    const { isMixed, ...common } = commonUnit(records.items.map((loss) => loss.currency));
    const { isMixed: hasUnits, ...energy } = commonUnit(records.items.map(unitOf));
    const list = recordSection(section, context, {
      records,
      groups: [],
      count: ({ since }) => ({ key: '', atMs: since.getTime() }),
      columns: [
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.loss, kind: 'text' },
        { title: words.columns.point, kind: 'text' },
        { title: words.columns.since, kind: 'time' },
        ...(hasUnits ? [{ title: words.frame.unit, kind: 'text' as const }] : []),
        {
          title: words.columns.energyPerMonth,
          kind: 'number',
          ...energy,
          places: readablePlaces(records.items.map(({ kwhPerMonth }) => kwhPerMonth)),
        },
        {
          title: words.columns.costPerMonth,
          kind: 'number',
          ...common,
          places: 2,
        },
        ...(isMixed ? [{ title: words.columns.currency, kind: 'text' as const }] : []),
      ],
      cells: (loss) => [
        textCell(areaName(loss.areaId, context)),
        textCell(lossName(loss, words)),
        textCell(loss.pointCode ?? ''),
        instantCell(loss.since, context),
        ...(hasUnits ? [textCell(unitOf(loss))] : []),
        numberCell(loss.kwhPerMonth),
        numberCell(loss.costPerMonth),
        ...(isMixed ? [textCell(loss.currency)] : []),
      ],
      listTitle: words.lists.losses,
      emptyRemark: words.remarks.noLosses,
    });
    return { ...list, remarks: [words.remarks.current(instantLabel(nowMs, zone)), ...list.remarks] };
  }
}

const unitOf = ({ energyType }: Loss) => energyUnit(energyType ?? 'electricity');

function lossName({ rule, energyType }: Loss, words: ReportWords): string {
  const name = words.lossRules[rule];
  return energyType === null || energyType === 'electricity'
    ? name
    : `${name} (${words.energyTypes[energyType]})`;
}
