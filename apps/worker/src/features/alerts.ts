import {
  AlertActionsService,
  ForecastAlertsService,
  GatewayAlarmIntake,
  LossFinderService,
} from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Raises and clears the alerts of budgets every hour. */
@Injectable()
export class CheckBudgetsSchedule {
  constructor(private readonly alerts: ForecastAlertsService) {}

  @UnderLease('check-budgets', '0 7 * * * *')
  check(signal: AbortSignal): Promise<void> {
    return this.alerts.checkBudgets(signal);
  }
}

/** Raises and clears the alerts of contract powers twice a minute. */
@Injectable()
export class CheckDemandSchedule {
  constructor(private readonly alerts: ForecastAlertsService) {}

  @UnderLease('check-demand', '*/30 * * * * *')
  check(signal: AbortSignal): Promise<void> {
    return this.alerts.checkDemand(signal);
  }
}

/** Finds the losses of all areas every morning. */
@Injectable()
export class FindLossesSchedule {
  constructor(private readonly losses: LossFinderService) {}

  @UnderLease('find-losses', '0 10 5 * * *')
  find(signal: AbortSignal): Promise<void> {
    return this.losses.find(signal);
  }
}

/** Deletes the records of old gateway alarms every night. Alerts that were raised by these alarms stay. */
@Injectable()
export class PruneAlarmsSchedule {
  constructor(private readonly alarms: GatewayAlarmIntake) {}

  @UnderLease('prune-gateway-alarms', '0 45 2 * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.alarms.prune(signal);
  }
}

/** Unshelves alerts whose shelving has expired, at most five seconds late. */
@Injectable()
export class ReturnShelvedSchedule {
  constructor(private readonly alerts: AlertActionsService) {}

  @UnderLease('return-shelved-alerts', '*/5 * * * * *', { atStart: true })
  returnShelved(signal: AbortSignal): Promise<void> {
    return this.alerts.returnShelved(signal);
  }
}

export const alertsProviders = [
  CheckBudgetsSchedule,
  CheckDemandSchedule,
  FindLossesSchedule,
  PruneAlarmsSchedule,
  ReturnShelvedSchedule,
];
