import type { Widget } from '../../api/widgets';
import type { ChartPeriod } from '../../ui/widget/energy-chart';
import { titleOf } from '../../ui/widget/widget-grid';

/** The parts of `config` that the console uses. */
export interface WidgetConfig {
  title: string;
  isPublic: boolean;
}

export function readConfig({ config }: Pick<Widget, 'config'>): WidgetConfig {
  return { title: titleOf(config), isPublic: config.public === true };
}

/** Keeps the fields that other clients have stored. */
export function withConfig(config: Widget['config'], { title, isPublic }: WidgetConfig): Widget['config'] {
  return { ...config, title, public: isPublic };
}

/** The period of an energy widget. */
export function periodOf({ dataType, dataJson }: Widget): ChartPeriod | undefined {
  if (dataType !== 'energy') return undefined;
  return (JSON.parse(dataJson) as { period?: ChartPeriod }).period ?? 'today';
}
