import type { WidgetJson } from '@app/entities';
import type { Widget } from '../widgets/widgets.queries';

/** A widget as everybody may see it. */
export type PublicWidget = Omit<Widget, 'dataJson'>;

/** Returns true if an engineer has published the widget. Trends are not published: they need the history of points. */
export function isPublic({ config, dataType, data }: Pick<Widget, 'config' | 'dataType' | 'data'>): boolean {
  const isTrend = dataType === 'static' && Object.hasOwn(Object(data) as object, 'trend');
  return (config as { public?: unknown }).public === true && !isTrend;
}

/** Leaves out the data binding, and the texts of alerts. */
export function toPublicWidget({ dataJson: _binding, ...widget }: Widget): PublicWidget {
  return { ...widget, data: widget.dataType === 'alerts' ? countsOf(widget.data) : widget.data };
}

function countsOf(data: WidgetJson): WidgetJson {
  const { total, bySeverity } = (data ?? {}) as { total?: number; bySeverity?: object };
  return data === null ? null : { total, bySeverity };
}
