import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useStream } from '../../api/use-stream';
import { Panel } from '../../ui/panel';
import { WidgetContent } from './widget-content';
import classes from './widgets.module.css';
import { updateWidget, type Widget, widgetsQuery } from './widgets.queries';
import { useOverviewTexts } from './overview.texts';

/** The dashboard that engineers have arranged. It is hidden while it is empty. */
export function Widgets() {
  const t = useOverviewTexts();
  const { data: widgets = [] } = useQuery(widgetsQuery);
  useStream({ widget_update: updateWidget, widget_delete: ({ metricKey }) => updateWidget({ metricKey }) });
  if (widgets.length === 0) return null;
  return (
    <section aria-label={t('dashboard')} className={classes.grid}>
      {widgets.map((widget) => (
        <div key={widget.id} className={classes.cell} style={cellOf(widget)}>
          <Panel title={titleOf(widget) ?? t(`widget.${widget.dataType}`)}>
            {widget.data === null ? <Text c="dimmed">{t('noData')}</Text> : <WidgetContent widget={widget} />}
          </Panel>
        </div>
      ))}
    </section>
  );
}

/** The place in the grid. A phone shows the widgets one below the other. */
function cellOf({ layoutX, layoutY, layoutW, layoutH }: Widget): React.CSSProperties {
  return {
    gridColumn: `${layoutX + 1} / span ${layoutW}`,
    gridRow: `${layoutY + 1} / span ${layoutH}`,
  };
}

function titleOf({ config }: Widget): string | null {
  const { title } = config as { title?: unknown };
  return typeof title === 'string' && title !== '' ? title : null;
}
