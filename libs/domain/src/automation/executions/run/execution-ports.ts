import { Mailer } from '@app/mail';
import { OutboundHttp } from '@app/outbound-http';
import { RestrictedSql } from '@app/restricted-sql';
import type {
  AlertsPort,
  HttpPort,
  LightsPort,
  MailPort,
  NodePorts,
  PointsPort,
  SqlPort,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { LightingService } from '../../../building/lighting/lighting.service';
import { WorkflowAlertsService } from '../../../operations/alerts/workflow-alerts.service';
import { ExecutionPoints } from './execution-points';

/** The ports through which nodes act on the world. */
@Injectable()
export class ExecutionPorts implements NodePorts {
  readonly http: HttpPort;
  readonly mail: MailPort;
  readonly sql: SqlPort;
  readonly points: PointsPort;
  readonly lights: LightsPort;
  readonly alerts: AlertsPort;

  constructor(
    http: OutboundHttp,
    sql: RestrictedSql,
    mailer: Mailer,
    points: ExecutionPoints,
    lighting: LightingService,
    alerts: WorkflowAlertsService,
  ) {
    this.http = http;
    this.sql = sql;
    this.mail = mailer;
    this.lights = { control: (command) => lighting.controlForExecution(command) };
    this.points = points;
    this.alerts = alerts;
  }
}
