import {
  type AlertFilter,
  AlertRulesService,
  AlertsService,
  ApiKeysService,
  type AuditFilter,
  AuditLogService,
  BackupsService,
  BaselinesService,
  ContractsService,
  PriceSeriesService,
  BudgetsService,
  type LossFilter,
  LossesService,
  CalendarsService,
  type ExecutionFilter,
  ExecutionHistoryService,
  FaultCommentsService,
  type FaultFilter,
  FaultsService,
  FilesService,
  GatewayCatalogueService,
  type MaintenanceListFilter,
  MaintenanceService,
  type ModelFilter,
  ModelsService,
  NotificationRulesService,
  type ObjectFilter,
  ObjectsService,
  type PointFilter,
  PointOverrideListService,
  PointsService,
  type PointWriteFilter,
  PointWriteListService,
  ReadingCorrectionsService,
  ReadingImportsService,
  ReportPlansService,
  ReportTemplatesService,
  type UserFilter,
  UsersService,
  type WorkflowListQuery,
  WorkflowsService,
} from '@app/domain';
import {
  type FileFilter,
  MaintenanceChecks,
  ReportMailsService,
  type ReportPlanFilter,
  ReportRunsService,
} from '@app/domain/testing';
import type { GatewayPoint } from '@app/gateway-client';
import { Actor, FixedClock, type PageRequest, type Role } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { soleGateways } from './sole-gateway';

/** Replaces dependencies that the lists do not use. */
const unused = {} as never;

export const listUsers = (dataSource: DataSource, filter: UserFilter) =>
  new UsersService(dataSource, unused, unused, unused, unused, unused).list(filter);

/** The configuration of a platform in UTC. */
const inUtc = { timezone: () => Promise.resolve('UTC') } as never;

export const listAlerts = (dataSource: DataSource, filter: AlertFilter) =>
  new AlertsService(dataSource, unused, inUtc, unused, unused).list(filter);

export const listBackups = (dataSource: DataSource, page: PageRequest) =>
  new BackupsService(dataSource, unused, unused, unused, unused).list(page);

export const listBaselines = (dataSource: DataSource, page: PageRequest) =>
  new BaselinesService(dataSource, unused, unused, unused).list(page);

export const listContracts = (dataSource: DataSource, page: PageRequest) =>
  new ContractsService(dataSource, unused, unused).list(page);

export const listPriceSeries = (dataSource: DataSource, page: PageRequest) =>
  new PriceSeriesService(dataSource, unused, unused, unused).list(page);

export const listBudgets = (dataSource: DataSource, page: PageRequest) =>
  new BudgetsService(dataSource, unused, unused).list(page);

export const listLosses = (dataSource: DataSource, filter: LossFilter) =>
  new LossesService(dataSource, unused, unused, unused).list(filter);

export const listCalendars = (dataSource: DataSource, page: PageRequest) =>
  new CalendarsService(dataSource, unused, unused).list(page);

export const listApiKeys = (dataSource: DataSource, page: PageRequest) =>
  new ApiKeysService(dataSource, unused, unused, unused, unused).list(page);

export const listNotificationRules = (dataSource: DataSource, page: PageRequest) =>
  new NotificationRulesService(dataSource, unused, unused, unused).list(page);

export const listNotificationDeliveries = (dataSource: DataSource, ruleId: number, page: PageRequest) =>
  new NotificationRulesService(dataSource, unused, unused, unused).deliveries(ruleId, page);

export const listReportPlans = (dataSource: DataSource, filter: ReportPlanFilter) =>
  new ReportPlansService(dataSource, unused, reportRuns(dataSource), unused, unused, unused).list(filter);

export const listReportRuns = (dataSource: DataSource, planId: number, page: PageRequest) =>
  reportRuns(dataSource).ofPlan(planId, page);

/** The configuration of a platform in English. */
const inEnglish = { current: () => Promise.resolve({ language: 'en-US' }) } as never;

export const listReportTemplates = (dataSource: DataSource, page: PageRequest) =>
  new ReportTemplatesService(dataSource, unused, inEnglish, unused, unused).list(page);

const reportRuns = (dataSource: DataSource) =>
  new ReportRunsService(
    dataSource,
    unused,
    new ReportMailsService(dataSource, unused, unused, unused),
    unused,
    unused,
  );

export const listAlertRules = (dataSource: DataSource, page: PageRequest) =>
  new AlertRulesService(dataSource, unused, unused, unused, unused, unused).list(page);

export const listReadingImports = (dataSource: DataSource, page: PageRequest) =>
  new ReadingImportsService(dataSource, unused, unused, unused, unused, unused, unused).list(page);

export const listReadingCorrections = (dataSource: DataSource, page: PageRequest) =>
  new ReadingCorrectionsService(dataSource, unused, unused, unused, unused).list(page);

export const listModels = (dataSource: DataSource, filter: ModelFilter) =>
  new ModelsService(dataSource, unused, unused, unused, unused).list(filter);

export const listObjects = (dataSource: DataSource, filter: ObjectFilter) =>
  new ObjectsService(dataSource, unused).list(filter);

const pointsOf = (dataSource: DataSource) => new PointsService(dataSource, unused, unused);

export const listPoints = (dataSource: DataSource, filter: PointFilter) => pointsOf(dataSource).list(filter);

/** @param offered the points of the gateway */
export const listAvailablePoints = (dataSource: DataSource, offered: GatewayPoint[], page: PageRequest) =>
  new GatewayCatalogueService(
    dataSource,
    soleGateways({ points: () => Promise.resolve(offered) }),
    unused,
    new FixedClock(0),
  ).list(page);

export const listWorkflows = (dataSource: DataSource, filter: WorkflowListQuery) =>
  new WorkflowsService(dataSource, unused).list(filter);

export const listExecutions = (dataSource: DataSource, workflowId: string, filter: ExecutionFilter) =>
  new ExecutionHistoryService(
    dataSource,
    new WorkflowsService(dataSource, unused),
    unused,
    unused,
    unused,
  ).list(workflowId, filter);

export const listAuditEntries = (dataSource: DataSource, filter: AuditFilter) =>
  new AuditLogService(dataSource, inUtc).find(filter);

export const listPointWrites = (dataSource: DataSource, filter: PointWriteFilter) =>
  new PointWriteListService(dataSource, pointsOf(dataSource), inUtc).list(filter);

export const listFaults = (dataSource: DataSource, filter: FaultFilter) =>
  new FaultsService(dataSource, unused, unused, unused, unused, unused).list(filter);

export const listFaultComments = (dataSource: DataSource, page: PageRequest) =>
  new FaultCommentsService(dataSource, unused, unused).list(1, page);

export const listFiles = (dataSource: DataSource, role: Role, filter: FileFilter) =>
  new FilesService(dataSource, unused, unused, unused, unused).list(Actor.user(1, role, 'ann'), filter);

export const listMaintenance = (dataSource: DataSource, filter: MaintenanceListFilter) =>
  new MaintenanceService(
    dataSource,
    new MaintenanceChecks(unused, unused, unused, inUtc),
    unused,
    unused,
  ).list(filter);

export const listPointOverrides = (dataSource: DataSource, page: PageRequest) =>
  new PointOverrideListService(dataSource, pointsOf(dataSource)).list(page);
