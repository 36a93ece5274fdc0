import type { Widget } from '../../api/dashboards';
import type { ChartPeriod } from './energy-chart';

/** The parts of `config` that the console uses. */
export interface WidgetConfig {
  title: string;
  isPublic: boolean;
  /** The ends of a gauge. Without both of them, a single value has its course below. */
  min?: number;
  max?: number;
}

export function readConfig({ config }: { config: Widget['config'] }): WidgetConfig {
  const { title, min, max } = config;
  return {
    title: typeof title === 'string' ? title : '',
    isPublic: config.public === true,
    ...(typeof min === 'number' && typeof max === 'number' && min < max && { min, max }),
  };
}

/** Keeps the fields that other clients have stored. */
export function withConfig(
  config: Widget['config'],
  { title, isPublic, ...ends }: WidgetConfig,
): Widget['config'] {
  return { ...config, ...ends, title, public: isPublic };
}

/** The period of an energy widget. */
export function periodOf({
  dataType,
  dataJson,
}: Pick<Widget, 'dataType' | 'dataJson'>): ChartPeriod | undefined {
  if (dataType !== 'energy') return undefined;
  return (JSON.parse(dataJson) as { period?: ChartPeriod }).period ?? 'today';
}
