import { ALERT_SEVERITIES, type AlertSeverity } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type AlertRecord, toAlertRecord } from './alert-change';
import { countActiveBySeverity, findAlerts } from './alerts.queries';

/** Summarises the active alerts that are not shelved. */
@Injectable()
export class ActiveAlertsService {
  constructor(private readonly dataSource: DataSource) {}

  /** The number of alerts of each severity. */
  async countBySeverity(): Promise<Record<AlertSeverity, number>> {
    const counts = await countActiveBySeverity(this.dataSource.manager);
    const all = ALERT_SEVERITIES.map((severity) => [severity, counts[severity] ?? 0]);
    return Object.fromEntries(all) as Record<AlertSeverity, number>;
  }

  /** The newest alerts of these severities, in the same form as in the list of alerts. */
  async newest(severity: readonly AlertSeverity[], limit: number): Promise<AlertRecord[]> {
    const query = { states: ['active'] as const, severity, page: 1, limit };
    return (await findAlerts(this.dataSource.manager, query)).items.map(toAlertRecord);
  }
}
