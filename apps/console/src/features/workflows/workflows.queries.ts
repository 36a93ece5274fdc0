import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import { whileWorking } from '../../api/while-working';
import type { ExecutionSearch } from './execution-search';
import type { WorkflowSearch } from './workflow-search';

export type Workflow = components['schemas']['WorkflowDto'];
export type WorkflowSummary = components['schemas']['WorkflowSummaryDto'];
export type Execution = components['schemas']['ExecutionDto'];
export type ExecutionDetail = components['schemas']['ExecutionDetailDto'];
export type NodeResult = components['schemas']['NodeResultDto'];

/** Prefix of the keys of all workflow queries. */
export const WORKFLOWS = ['/api/workflows'] as const;
export const EXECUTIONS_PER_PAGE = 20;

export const executionsKey = (id: string) => [...WORKFLOWS, id, 'executions'] as const;

/** Prefix of the keys of all lists of workflows. */
export const WORKFLOW_LISTS = [...WORKFLOWS, 'list'] as const;
export const WORKFLOWS_PER_PAGE = 20;

/** One page of the workflows, each with its last execution. */
export const workflowsQuery = ({ search, page = 1 }: WorkflowSearch) => {
  const query = { search, page, limit: WORKFLOWS_PER_PAGE, lastExecution: true };
  return queryOptions({
    queryKey: [...WORKFLOW_LISTS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/workflows', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: [...WORKFLOWS, id],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/workflows/{id}', { params: { path: { id } }, signal })),
  });

/** The definition that an execution ran. A stored revision never changes. */
export const revisionQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...WORKFLOWS, id, 'revisions', revision],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/workflows/{id}/revisions/{revision}', {
          params: { path: { id, revision } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });

export const executionsQuery = (id: string, { status, page = 1 }: ExecutionSearch) => {
  const query = { status, page, limit: EXECUTIONS_PER_PAGE };
  return queryOptions({
    queryKey: [...executionsKey(id), query],
    queryFn: ({ signal }) =>
      unwrapPage(
        plantroom.api.GET('/api/workflows/{id}/executions', { params: { path: { id }, query }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
};

export const lastExecutionQuery = (id: string) =>
  queryOptions({
    queryKey: [...executionsKey(id), 'last'],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { limit: 1 } };
      const items = await unwrap(plantroom.api.GET('/api/workflows/{id}/executions', { params, signal }));
      return items[0] ?? null;
    },
  });

export const executionQuery = (id: string, executionId: string) =>
  queryOptions({
    queryKey: [...executionsKey(id), executionId],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/workflows/{id}/executions/{executionId}', {
          params: { path: { id, executionId } },
          signal,
        }),
      ),
    // An event may be missed between two pages.
    staleTime: 0,
    refetchInterval: whileWorking(({ status }: ExecutionDetail) => status === 'running'),
  });

export const toggleWorkflow = ({ id, revision }: WorkflowSummary, enabled: boolean) =>
  unwrap(
    plantroom.api.PUT('/api/workflows/{id}/toggle', {
      params: { path: { id } },
      body: { enabled, revision },
    }),
  );

type WorkflowInput = components['schemas']['WorkflowInputDto'];
type WorkflowChanges = components['schemas']['WorkflowChangesDto'];

/** @returns the workflow, with the secret of its webhook, which is never shown again */
export const createWorkflow = (body: WorkflowInput) => unwrap(plantroom.api.POST('/api/workflows', { body }));

/** @returns the workflow, with the secret of its webhook if this call has created it */
export const updateWorkflow = (id: string, body: WorkflowChanges) =>
  unwrap(plantroom.api.PUT('/api/workflows/{id}', { params: { path: { id } }, body }));

export const deleteWorkflow = (id: string) =>
  unwrap(plantroom.api.DELETE('/api/workflows/{id}', { params: { path: { id } } }));

export interface StartOptions {
  /** If it is missing, a dry run gets the data with which its trigger would start the workflow now. */
  input?: Record<string, unknown>;
  dryRun: boolean;
  /** The time at which a dry run begins; without an offset, in the time zone of the platform. */
  at?: string;
}

/** @returns the id of the execution */
export async function startWorkflow(id: string, body: StartOptions): Promise<string> {
  const call = plantroom.api.POST('/api/workflows/{id}/trigger', { params: { path: { id } }, body });
  return (await unwrap(call)).executionId;
}

const execution = (id: string, executionId: string) => ({ params: { path: { id, executionId } } });

export const cancelExecution = (id: string, executionId: string) =>
  unwrap(
    plantroom.api.POST('/api/workflows/{id}/executions/{executionId}/cancel', execution(id, executionId)),
  );

/** @returns the id of the new execution */
export async function retryExecution(id: string, executionId: string): Promise<string> {
  const call = plantroom.api.POST(
    '/api/workflows/{id}/executions/{executionId}/retry',
    execution(id, executionId),
  );
  return (await unwrap(call)).executionId;
}
