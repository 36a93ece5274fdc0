import { Injectable } from '@nestjs/common';
import type { ReportSection } from '../report-document';
import type { MeasuringSection, SectionContext } from '../section-context';
import { AlertSectionsService } from './alert-sections.service';
import { FaultSectionsService } from './fault-sections.service';
import { MaintenanceSectionsService } from './maintenance-sections.service';

/** Builds the sections about alerts, faults and work orders. */
@Injectable()
export class RecordSectionsService {
  constructor(
    private readonly alerts: AlertSectionsService,
    private readonly faults: FaultSectionsService,
    private readonly maintenance: MaintenanceSectionsService,
  ) {}

  build(
    metric: 'alerts' | 'faults' | 'maintenance',
    section: MeasuringSection,
    context: SectionContext,
  ): Promise<ReportSection> {
    return this[metric].build(section, context);
  }
}
