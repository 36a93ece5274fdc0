import { Injectable } from '@nestjs/common';
import { LossesService } from '../../../operations/losses/losses.service';
import { commonUnit, numberCell, readablePlaces, textCell } from '../figures';
import type { ReportSection } from '../report-document';
import type { MeasuringSection, SectionContext } from '../section-context';
import { instantLabel } from '../time-labels';
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
    const list = recordSection(section, context, {
      records,
      groups: [],
      count: ({ since }) => ({ key: '', atMs: since.getTime() }),
      columns: [
        { title: words.columns.area, kind: 'text' },
        { title: words.columns.loss, kind: 'text' },
        { title: words.columns.point, kind: 'text' },
        { title: words.columns.since, kind: 'time' },
        {
          title: words.columns.energyPerMonth,
          kind: 'number',
          unit: 'kWh',
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
        textCell(words.lossRules[loss.rule]),
        textCell(loss.pointCode ?? ''),
        instantCell(loss.since, context),
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
