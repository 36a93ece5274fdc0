import { memo } from 'react';
import type { components } from '../../api/plantroom';
import { Panel } from '../panel';
import type { ChartPeriod } from './energy-chart';
import { WidgetContent } from './widget-content';
import { kindOf, readConfig } from './widget-config';
import classes from './widget-grid.module.css';
import { useWidgetTexts } from './widget.texts';

type PlacedWidget = Pick<
  components['schemas']['WidgetDto'],
  'id' | 'type' | 'dataType' | 'config' | 'layoutX' | 'layoutY' | 'layoutW' | 'layoutH'
> & { data: unknown };

interface WidgetGridProps<Widget extends PlacedWidget> {
  widgets: readonly Widget[];
  /** Describes the grid to screen readers. */
  label: string;
  /** The period of an energy widget, if it is known. */
  periodOf?: (widget: Widget) => ChartPeriod | undefined;
  /** The rows share the height of the screen. */
  fillsScreen?: boolean;
}

/** Widgets in their places. A phone shows them one below the other. */
export function WidgetGrid<Widget extends PlacedWidget>({
  widgets,
  label,
  periodOf,
  fillsScreen,
}: WidgetGridProps<Widget>) {
  return (
    <section aria-label={label} className={classes.grid} data-screen={fillsScreen}>
      {widgets.map((widget) => (
        <WidgetCell key={widget.id} widget={widget} period={periodOf?.(widget)} />
      ))}
    </section>
  );
}

interface WidgetCellProps {
  widget: PlacedWidget;
  period: ChartPeriod | undefined;
}

/** Memoized, so that an update of one widget does not render the others again. */
const WidgetCell = memo(function WidgetCell({ widget, period }: WidgetCellProps) {
  const t = useWidgetTexts();
  const { type, dataType, data } = widget;
  const shown = readConfig(widget);
  return (
    <div className={classes.cell} style={placeOf(widget)}>
      <Panel title={shown.title || t(kindOf(dataType, data))}>
        <WidgetContent type={type} dataType={dataType} data={data} config={shown} period={period} />
      </Panel>
    </div>
  );
});

function placeOf({ layoutX, layoutY, layoutW, layoutH }: PlacedWidget): React.CSSProperties {
  const place = {
    gridColumn: `${layoutX + 1} / span ${layoutW}`,
    gridRow: `${layoutY + 1} / span ${layoutH}`,
    '--rows': layoutH,
  };
  return place;
}
