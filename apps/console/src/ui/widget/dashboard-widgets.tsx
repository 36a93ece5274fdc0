import { useQuery } from '@tanstack/react-query';
import { dashboardQuery, useWidgetUpdates } from '../../api/dashboards';
import { ApiError } from '../../api/plantroom';
import { QueryState } from '../query-state';
import { ErrorState } from '../states';
import { periodOf } from './widget-config';
import { WidgetGrid } from './widget-grid';

interface DashboardWidgetsProps {
  id: number;
  /** Describes the widgets to screen readers. */
  label: string;
  /** Shown if there are no widgets. */
  empty?: React.ReactNode;
  /** The rows share the height of the screen. */
  fillsScreen?: boolean;
}

/** The widgets of a dashboard, with data that follows the event stream. */
export function DashboardWidgets({ id, label, empty = null, fillsScreen }: DashboardWidgetsProps) {
  const query = useQuery(dashboardQuery(id));
  useWidgetUpdates();
  const { error } = query;
  // It was deleted, or the user may no longer see it.
  if (error instanceof ApiError && error.status === 404)
    return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  return (
    <QueryState query={query} height={240}>
      {({ widgets }) =>
        widgets.length === 0 ? (
          empty
        ) : (
          <WidgetGrid widgets={widgets} label={label} periodOf={periodOf} fillsScreen={fillsScreen} />
        )
      }
    </QueryState>
  );
}
