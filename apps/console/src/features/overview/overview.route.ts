import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { OverviewPage } from './overview-page';
import { prefetchOverview } from './overview.queries';

/** The first page of most sessions. Its code is part of the first file, so that its data is requested at once. */
export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: prefetchOverview,
  component: OverviewPage,
});
