import { MaintenanceModule, MaintenanceRecurrenceService } from '@app/domain';
import { LeaseModule, UnderLease } from '@app/leases';
import { Injectable, Module } from '@nestjs/common';

/** Creates the next work order of each series, within five seconds after it is due. Also runs at the start. */
@Injectable()
export class RecurringMaintenanceSchedule {
  constructor(private readonly recurrence: MaintenanceRecurrenceService) {}

  @UnderLease('recurring-maintenance', '*/5 * * * * *', { atStart: true })
  async create(signal: AbortSignal): Promise<void> {
    await this.recurrence.createDue(signal);
  }
}

@Module({
  imports: [LeaseModule, MaintenanceModule],
  providers: [RecurringMaintenanceSchedule],
})
export class OperationsFeatureModule {}
