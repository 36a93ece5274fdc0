import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type ExecutionSearch, readExecutionSearch } from './execution-search';

export interface WorkflowSearch {
  /** Part of the name. */
  name?: string;
  page?: number;
}

const workflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows',
  validateSearch: ({ name, page }: Record<string, unknown>): WorkflowSearch => ({
    ...(typeof name === 'string' && name && { name }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  }),
  component: lazyRouteComponent(() => import('./workflows-page'), 'WorkflowsPage'),
});

const workflowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId',
  validateSearch: (search: Record<string, unknown>): ExecutionSearch => readExecutionSearch(search),
  component: lazyRouteComponent(() => import('./workflow-page'), 'WorkflowPage'),
});

const executionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId/executions/$executionId',
  component: lazyRouteComponent(() => import('./execution/execution-page'), 'ExecutionPage'),
});

export const workflowRoutes = [workflowsRoute, workflowRoute, executionRoute] as const;
