import { MaintenanceRecurrenceService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Creates the next work order of each series, within five seconds after it is due. Also runs at the start. */
@Injectable()
export class RecurringMaintenanceSchedule {
  constructor(private readonly recurrence: MaintenanceRecurrenceService) {}

  @UnderLease('recurring-maintenance', '*/5 * * * * *', { atStart: true })
  async create(signal: AbortSignal): Promise<void> {
    await this.recurrence.createDue(signal);
  }
}

export const operationsProviders = [RecurringMaintenanceSchedule];
