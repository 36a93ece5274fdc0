import { MaintenanceModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { RecurringMaintenanceSchedule } from './recurring-maintenance.schedule';

@Module({
  imports: [LeaseModule, MaintenanceModule],
  providers: [RecurringMaintenanceSchedule],
})
export class OperationsFeatureModule {}
