import { Injectable } from '@nestjs/common';
import type { ReportSection } from '../report-document';
import type { MeasuringSection, SectionContext } from '../section-context';
import { BillSectionsService } from './bill-sections.service';
import { DemandSectionsService } from './demand-sections.service';
import { SavingsSectionsService } from './savings-sections.service';
import { TargetSectionsService } from './target-sections.service';

export type ManagementMetric = 'demand' | 'savings' | 'budgets' | 'bills' | 'benchmarks';

/** Builds the sections about demand, savings, budgets, bills and benchmarks. */
@Injectable()
export class ManagementSectionsService {
  constructor(
    private readonly demand: DemandSectionsService,
    private readonly savings: SavingsSectionsService,
    private readonly targets: TargetSectionsService,
    private readonly bills: BillSectionsService,
  ) {}

  build(
    metric: ManagementMetric,
    section: MeasuringSection,
    context: SectionContext,
  ): Promise<ReportSection> {
    if (metric === 'budgets') return this.targets.ofBudgets(section, context);
    if (metric === 'benchmarks') return this.targets.ofBenchmarks(section, context);
    return this[metric].build(section, context);
  }
}
