import type { WidgetJson } from '@app/entities';
import type { Widget } from '../widgets/widgets.service';

/** A widget as everybody may see it. */
export type PublicWidget = Omit<Widget, 'dataJson'>;

/** The static widgets that the console draws from routes that need a signed-in user (docs/dashboard.md). */
const SIGNED_IN = new Set(['trend', 'areas', 'heatMap', 'work', 'lighting', 'model', 'picture']);

/** Returns true if an engineer has published the widget, and everybody can draw it. */
export function isPublic({ config, dataType, data }: Pick<Widget, 'config' | 'dataType' | 'data'>): boolean {
  const [field = '', ...others] = Object.keys(Object(data) as object);
  const isDrawn = dataType !== 'static' || others.length > 0 || !SIGNED_IN.has(field);
  return (config as { public?: unknown }).public === true && isDrawn;
}

/** Leaves out the data binding, and the texts of alerts. */
export function toPublicWidget({ dataJson: _binding, ...widget }: Widget): PublicWidget {
  return { ...widget, data: widget.dataType === 'alerts' ? countsOf(widget.data) : widget.data };
}

function countsOf(data: WidgetJson): WidgetJson {
  const { total, bySeverity } = (data ?? {}) as { total?: number; bySeverity?: object };
  return data === null ? null : { total, bySeverity };
}
