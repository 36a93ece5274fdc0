import { Injectable } from '@nestjs/common';
import type { ReportSection } from '../report-document';
import type { MeasuringSection, SectionContext } from '../section-context';
import { AlertSectionsService } from './alert-sections.service';
import { FaultSectionsService } from './fault-sections.service';
import { LossSectionsService } from './loss-sections.service';
import { MaintenanceSectionsService } from './maintenance-sections.service';

/** Builds the sections about alerts, faults, work orders and losses. */
@Injectable()
export class RecordSectionsService {
  constructor(
    private readonly alerts: AlertSectionsService,
    private readonly faults: FaultSectionsService,
    private readonly maintenance: MaintenanceSectionsService,
    private readonly losses: LossSectionsService,
  ) {}

  build(
    metric: 'alerts' | 'faults' | 'maintenance' | 'losses',
    section: MeasuringSection,
    context: SectionContext,
  ): Promise<ReportSection> {
    return this[metric].build(section, context);
  }
}
