import { Module } from '@nestjs/common';
import { OverviewModule } from '../../metering/overview/overview.module';
import { AlertsModule } from '../alerts/alerts.module';
import { FaultsModule } from '../faults/faults.module';
import { MaintenanceModule } from '../maintenance/maintenance.module';
import { SiteOverviewService } from './site-overview.service';

@Module({
  imports: [AlertsModule, FaultsModule, MaintenanceModule, OverviewModule],
  providers: [SiteOverviewService],
  exports: [SiteOverviewService],
})
export class SiteOverviewModule {}
