import { OutboundHttp } from '@app/outbound-http';
import { RestrictedSql } from '@app/restricted-sql';
import type { NodePorts } from '@app/workflow-engine';
import type { Abstract, FactoryProvider, Type } from '@nestjs/common';
import { PeriodFiguresService } from '../../../metering/period-figures/period-figures.service';
import { WorkflowAlertsService } from '../../../operations/alerts/workflow-alerts.service';
import { WorkflowTicketsService } from '../../../operations/maintenance/workflow-tickets.service';
import { WorkflowExportsService } from '../../../reporting/exports/workflow-exports.service';
import { WorkflowReportsService } from '../../../reporting/report-plans/workflow-reports.service';
import { WorkflowAnswersService } from '../answers/workflow-answers.service';
import { WaitsService } from '../waits/waits.service';
import { ExecutionCalls } from './execution-calls';
import { ExecutionLights } from './execution-lights';
import { ExecutionMail } from './execution-mail';
import { ExecutionMemory } from './execution-memory';
import { ExecutionPoints } from './execution-points';
import { ExecutionReadings } from './execution-readings';

/** Injects `NodePorts`. */
export const NODE_PORTS = Symbol('NodePorts');

/** The service that implements each port. */
const SERVICES: { [Name in keyof NodePorts]: Type<NodePorts[Name]> | Abstract<NodePorts[Name]> } = {
  http: OutboundHttp,
  sql: RestrictedSql,
  mail: ExecutionMail,
  points: ExecutionPoints,
  lights: ExecutionLights,
  alerts: WorkflowAlertsService,
  tickets: WorkflowTicketsService,
  exports: WorkflowExportsService,
  reports: WorkflowReportsService,
  readings: ExecutionReadings,
  energy: PeriodFiguresService,
  recall: ExecutionMemory,
  remember: ExecutionMemory,
  waits: WaitsService,
  workflows: ExecutionCalls,
  answers: WorkflowAnswersService,
};

/** The ports through which nodes read data and have side effects. */
export const executionPorts: FactoryProvider<NodePorts> = {
  provide: NODE_PORTS,
  inject: Object.values(SERVICES),
  useFactory: (...services: unknown[]) =>
    Object.fromEntries(
      Object.keys(SERVICES).map((name, index) => [name, services[index]]),
    ) as unknown as NodePorts,
};
