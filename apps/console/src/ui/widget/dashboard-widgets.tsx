import { useQuery } from '@tanstack/react-query';
import { dashboardQuery, updateWidget } from '../../api/dashboards';
import { useStream } from '../../api/use-stream';
import { QueryState } from '../query-state';
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
  useStream({ widget_update: updateWidget, widget_delete: ({ metricKey }) => updateWidget({ metricKey }) });
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
