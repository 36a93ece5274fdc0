import { useQuery } from '@tanstack/react-query';
import { useStream } from '../../api/use-stream';
import { updateWidget, widgetsQuery } from '../../api/widgets';
import { WidgetGrid } from '../../ui/widget/widget-grid';
import { useOverviewTexts } from './overview.texts';
import { periodOf } from './widget-config';

/** The dashboard that engineers have arranged. It is hidden while it is empty. */
export function Widgets() {
  const t = useOverviewTexts();
  const { data: widgets = [] } = useQuery(widgetsQuery);
  useStream({ widget_update: updateWidget, widget_delete: ({ metricKey }) => updateWidget({ metricKey }) });
  if (widgets.length === 0) return null;
  return <WidgetGrid widgets={widgets} label={t('dashboard')} periodOf={periodOf} />;
}
