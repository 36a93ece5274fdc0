import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type ExecutionSearch, readExecutionSearch } from './execution-search';
import { readWorkflowSearch, type WorkflowSearch } from './workflow-search';

const workflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows',
  validateSearch: (search: Record<string, unknown>): WorkflowSearch => readWorkflowSearch(search),
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

export interface NewSearch {
  /** The recipe to start from. */
  from?: string;
}

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/new',
  // The router reads an id of digits as a number.
  validateSearch: ({ from }: Record<string, unknown>): NewSearch => ({
    ...((typeof from === 'string' || typeof from === 'number') && { from: String(from) }),
  }),
  component: lazyRouteComponent(() => import('./editor/editor-pages'), 'NewWorkflowPage'),
});

export interface EditSearch {
  /** The dry run whose results the graph shows. */
  execution?: string;
}

const editRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId/edit',
  validateSearch: ({ execution }: Record<string, unknown>): EditSearch => ({
    ...(typeof execution === 'string' && { execution }),
  }),
  component: lazyRouteComponent(() => import('./editor/editor-pages'), 'EditWorkflowPage'),
});

export const workflowRoutes = [newRoute, editRoute, workflowsRoute, workflowRoute, executionRoute] as const;
