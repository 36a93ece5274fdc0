import type { WidgetEntity, WidgetJson } from '@app/entities';

/** A widget as everybody may see it. */
export type PublicWidget = Omit<WidgetEntity, 'dataJson'>;

/** Returns true if an engineer has published the widget. */
export function isPublic({ config }: Pick<WidgetEntity, 'config'>): boolean {
  return (config as { public?: unknown }).public === true;
}

/** Leaves out the data binding, and the texts of alerts. */
export function toPublicWidget({ dataJson: _binding, ...widget }: WidgetEntity): PublicWidget {
  return { ...widget, data: widget.dataType === 'alerts' ? countsOf(widget.data) : widget.data };
}

function countsOf(data: WidgetJson): WidgetJson {
  const { total, bySeverity } = (data ?? {}) as { total?: number; bySeverity?: object };
  return data === null ? null : { total, bySeverity };
}
