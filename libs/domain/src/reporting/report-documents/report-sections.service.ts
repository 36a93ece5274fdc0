import type { ReportSectionConfig } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { ManagementSectionsService } from './metered/management-sections.service';
import { MeteredSectionsService } from './metered/metered-sections.service';
import { MeteredSummaryService } from './metered/metered-summary.service';
import { PowerSectionsService } from './metered/power-sections.service';
import { PriceSectionsService } from './metered/price-sections.service';
import { RecordSectionsService } from './records/record-sections.service';
import type { ReportSection } from './report-document';
import type { MeasuringSection, SectionContext } from './section-context';

/** Builds each section of a report. */
@Injectable()
export class ReportSectionsService {
  constructor(
    private readonly summaries: MeteredSummaryService,
    private readonly amounts: MeteredSectionsService,
    private readonly prices: PriceSectionsService,
    private readonly powers: PowerSectionsService,
    private readonly management: ManagementSectionsService,
    private readonly records: RecordSectionsService,
  ) {}

  async build(section: ReportSectionConfig, context: SectionContext): Promise<ReportSection> {
    const { kind, title = '', text = '', metric } = section;
    if (kind === 'text' || metric === undefined) return { kind: 'text', title, remarks: [], text };
    const built = await this.measured({ ...section, metric }, context);
    return text === '' ? built : { ...built, remarks: [text, ...built.remarks] };
  }

  private measured(section: MeasuringSection, context: SectionContext): Promise<ReportSection> {
    const { metric, kind, groupBy } = section;
    switch (metric) {
      case 'alerts':
      case 'faults':
      case 'maintenance':
      case 'losses':
        return this.records.build(metric, section, context);
      case 'demand':
      case 'savings':
      case 'budgets':
      case 'bills':
      case 'benchmarks':
        return this.management.build(metric, section, context);
      case 'power':
        return kind === 'summary'
          ? this.summaries.power({ ...section, metric }, context)
          : this.powers.build(section, context);
      default:
        if (kind === 'summary') return this.summaries.amounts({ ...section, metric }, context);
        if (groupBy === 'tariff') return this.prices.build(section, context);
        return this.amounts.build({ ...section, metric }, context);
    }
  }
}
