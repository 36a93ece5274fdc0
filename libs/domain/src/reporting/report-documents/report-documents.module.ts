import { Module } from '@nestjs/common';
import { CostsModule } from '../../metering/costs/costs.module';
import { EmissionsModule } from '../../metering/emissions/emissions.module';
import { EnergyModule } from '../../metering/energy/energy.module';
import { ExplanationsModule } from '../../metering/explanations/explanations.module';
import { MetersModule } from '../../metering/meters/meters.module';
import { AlertsModule } from '../../operations/alerts/alerts.module';
import { FaultsModule } from '../../operations/faults/faults.module';
import { MaintenanceModule } from '../../operations/maintenance/maintenance.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { RatesModule } from '../../metering/rates/rates.module';
import { ComparedFiguresService } from './metered/compared-figures.service';
import { MeteredFiguresService } from './metered/metered-figures.service';
import { MeteredGroupsService } from './metered/metered-groups.service';
import { MeteredSectionsService } from './metered/metered-sections.service';
import { MeteredSummaryService } from './metered/metered-summary.service';
import { PowerSectionsService } from './metered/power-sections.service';
import { PriceSectionsService } from './metered/price-sections.service';
import { ReportCoverageService } from './metered/report-coverage.service';
import { AlertSectionsService } from './records/alert-sections.service';
import { FaultSectionsService } from './records/fault-sections.service';
import { MaintenanceSectionsService } from './records/maintenance-sections.service';
import { RecordSectionsService } from './records/record-sections.service';
import { ReportRecordsService } from './records/report-records.service';
import { ReportDocumentsService } from './report-documents.service';
import { ReportSectionsService } from './report-sections.service';

/** Builds reports as plain data. Requires `EventBusModule`. */
@Module({
  imports: [
    AlertsModule,
    ConfigurationModule,
    CostsModule,
    EmissionsModule,
    EnergyModule,
    ExplanationsModule,
    FaultsModule,
    MaintenanceModule,
    MetersModule,
    RatesModule,
  ],
  providers: [
    AlertSectionsService,
    ComparedFiguresService,
    FaultSectionsService,
    MaintenanceSectionsService,
    MeteredFiguresService,
    MeteredGroupsService,
    MeteredSectionsService,
    MeteredSummaryService,
    PowerSectionsService,
    PriceSectionsService,
    RecordSectionsService,
    ReportCoverageService,
    ReportDocumentsService,
    ReportRecordsService,
    ReportSectionsService,
  ],
  exports: [ReportDocumentsService],
})
export class ReportDocumentsModule {}
