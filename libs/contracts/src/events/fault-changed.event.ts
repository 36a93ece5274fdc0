import { defineEvent } from '../define-event';

/** The part of a fault that screens show in a list. */
export interface FaultUpdate {
  faultId: number;
  status: 'open' | 'in_progress' | 'resolved' | 'closed';
  severity: 'critical' | 'major' | 'minor' | 'warning' | 'indeterminate';
  title: string;
}

/** A fault was created or changed. */
export const faultChanged = defineEvent<FaultUpdate>('fault-changed');
