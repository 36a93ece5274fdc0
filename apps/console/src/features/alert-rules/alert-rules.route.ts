import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { readCount } from '../../app/search-fields';

const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alert-rules',
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } => ({ page: readCount(page) }),
  component: lazyRouteComponent(() => import('./rules-page'), 'RulesPage'),
});

/** `new` instead of an id shows the form for a new rule. */
const ruleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alert-rules/$ruleId',
  component: lazyRouteComponent(() => import('./rule-page'), 'RulePage'),
});

export const alertRuleRoutes = [rulesRoute, ruleRoute] as const;
