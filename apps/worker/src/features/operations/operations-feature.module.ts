import { FaultsModule, MaintenanceModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { RecurringMaintenanceSchedule } from './recurring-maintenance.schedule';
import { RefreshFaultStatsSchedule } from './refresh-fault-stats.schedule';

@Module({
  imports: [FaultsModule, LeaseModule, MaintenanceModule],
  providers: [RecurringMaintenanceSchedule, RefreshFaultStatsSchedule],
})
export class OperationsFeatureModule {}
