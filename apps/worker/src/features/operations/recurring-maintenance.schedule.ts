import { MaintenanceRecurrenceService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Creates the next work orders of series, at the start and within five seconds after they are due. */
@Injectable()
export class RecurringMaintenanceSchedule {
  constructor(private readonly recurrence: MaintenanceRecurrenceService) {}

  @UnderLease('recurring-maintenance', '*/5 * * * * *', { atStart: true })
  async create(signal: AbortSignal): Promise<void> {
    await this.recurrence.createDue(signal);
  }
}
