import { defineEvent } from '../define-event';

/** A change of an alert, with the state of the alert after the change. */
export interface AlertChangeFact {
  alertId: number;
  change: 'raised' | 'repeated' | 'changed' | 'acknowledged' | 'cleared' | 'shelved' | 'unshelved';
  /** Code of the point; null if the alert has none. */
  code: string | null;
  severity: 'critical' | 'major' | 'minor' | 'warning' | 'indeterminate';
  title: string;
  message: string | null;
  status: 'active' | 'cleared';
  acknowledged: boolean;
  /** ISO 8601 UTC; null if the alert is not shelved. */
  shelvedUntil: string | null;
  occurrences: number;
}

/** Alerts were raised, changed or cleared. */
export const alertsChanged = defineEvent<{ changes: AlertChangeFact[] }>('alerts-changed');
