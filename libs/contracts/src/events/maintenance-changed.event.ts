import { defineEvent } from '../define-event';

/** The part of a work order that screens show in a list. */
export interface MaintenanceUpdate {
  maintenanceId: number;
  status: 'open' | 'in_progress' | 'on_hold' | 'completed' | 'cancelled';
  title: string;
}

/** A work order was created or changed. */
export const maintenanceChanged = defineEvent<MaintenanceUpdate>('maintenance-changed');
