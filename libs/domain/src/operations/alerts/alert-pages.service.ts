import type { AlertEntity, AlertSource, LineCell, LinePage } from '@app/entities';
import type { AlertSeverity } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlertRecord } from './alert-change';
import { statesOf } from './alert-states';
import { readAlertLines } from './alerts.queries';

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

  /** Reads the matching alerts as lines of a CSV file, oldest first. */
  readLines(
    { from, to, status, shelved, ...equals }: AlertPagesQuery,
    cells: readonly LineCell<AlertEntity>[],
  ): AsyncGenerator<LinePage, void, void> {
    const state = statesOf(status, shelved);
    return readAlertLines(this.dataSource.manager, { from, to, equals: { ...equals, state } }, cells);
  }
}
