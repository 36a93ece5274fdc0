import {
  type AuditFilter,
  AuditLogService,
  type ExecutionFilter,
  ExecutionHistoryService,
  type UserFilter,
  UsersService,
  type WorkflowFilter,
  WorkflowsService,
} from '@app/domain';
import type { DataSource } from 'typeorm';

/** What reading a list does not need. */
const unused = {} as never;

export const listUsers = (dataSource: DataSource, filter: UserFilter) =>
  new UsersService(dataSource, unused, unused, unused, unused, unused).list(filter);

export const listWorkflows = (dataSource: DataSource, filter: WorkflowFilter) =>
  new WorkflowsService(dataSource, unused).list(filter);

export const listExecutions = (dataSource: DataSource, workflowId: string, filter: ExecutionFilter) =>
  new ExecutionHistoryService(dataSource, new WorkflowsService(dataSource, unused), unused, unused).list(
    workflowId,
    filter,
  );

export const listAuditEntries = (dataSource: DataSource, filter: AuditFilter) =>
  new AuditLogService(dataSource, { timezone: () => Promise.resolve('UTC') } as never).find(filter);
