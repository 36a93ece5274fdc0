import type { ReportSectionConfig } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { AreaSectionsService } from './metered/area-sections.service';
import { BillSectionsService } from './metered/bill-sections.service';
import { DemandSectionsService } from './metered/demand-sections.service';
import { MeteredSectionsService } from './metered/metered-sections.service';
import { MeteredSummaryService } from './metered/metered-summary.service';
import { PictureSectionsService } from './metered/picture-sections.service';
import { PowerSectionsService } from './metered/power-sections.service';
import { PriceSectionsService } from './metered/price-sections.service';
import { SavingsSectionsService } from './metered/savings-sections.service';
import { TargetSectionsService } from './metered/target-sections.service';
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
    private readonly demand: DemandSectionsService,
    private readonly savings: SavingsSectionsService,
    private readonly targets: TargetSectionsService,
    private readonly areas: AreaSectionsService,
    private readonly bills: BillSectionsService,
    private readonly pictures: PictureSectionsService,
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
      case 'bills':
        return this[metric].build(section, context);
      case 'normalized':
        return this.savings.ofNormalized(section, context);
      case 'budgets':
        return this.targets.ofBudgets(section, context);
      case 'benchmarks':
        return this.targets.ofBenchmarks(section, context);
      case 'degreeDays':
        return this.areas.ofDegreeDays(section, context);
      case 'balance':
        return this.areas.ofBalance(section, context);
      case 'heatMap':
      case 'durationCurve':
      case 'typicalDays':
      case 'temperature':
      case 'flow':
      case 'change':
        return this.pictures.build(metric, section, context);
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
