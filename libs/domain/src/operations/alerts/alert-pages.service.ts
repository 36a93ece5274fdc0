import type { AlertSeverity, AlertSource } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlertRecord } from './alert-change';
import { statesOf } from './alert-states';
import { readAlerts, type ShownAlert } from './alerts.queries';

export type { ShownAlert } from './alerts.queries';

/** Filters of alerts. Unlike in lists, they can be combined in any way. */
export interface AlertPagesQuery {
  /** The range [from, to) of `raisedAt`. */
  from: Date;
  to: Date;
  status?: AlertRecord['status'];
  shelved?: boolean;
  severity?: AlertSeverity;
  acknowledged?: boolean;
  areaId?: number;
  pointCode?: string;
  source?: AlertSource;
}

/** Reads any number of alerts, a page at a time. */
@Injectable()
export class AlertPagesService {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads the matching alerts, oldest first. */
  read({ from, to, status, shelved, ...equals }: AlertPagesQuery): AsyncGenerator<ShownAlert[], void, void> {
    const state = statesOf(status, shelved);
    return readAlerts(this.dataSource.manager, { from, to, equals: { ...equals, state } });
  }
}
