import { GatewayAlarmIntake } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Forgets old alarms of the gateway every night. Their alerts stay. */
@Injectable()
export class PruneAlarmsSchedule {
  constructor(private readonly alarms: GatewayAlarmIntake) {}

  @UnderLease('prune-gateway-alarms', '0 45 2 * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.alarms.prune(signal);
  }
}
