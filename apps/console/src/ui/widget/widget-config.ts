import type { Widget } from '../../api/dashboards';
import type { ChartPeriod } from './energy-chart';
import { VIEW_KINDS, type ViewKind } from './widget-views';

export type WidgetDataType = Widget['dataType'];

/** The content of a widget: its data type, or the only field of the data of a static widget. */
export type WidgetKind = WidgetDataType | 'trend' | 'link' | 'picture' | ViewKind;
const STATIC_KINDS = ['trend', 'link', 'picture', ...VIEW_KINDS] as const;

export function kindOf(dataType: WidgetDataType, data: unknown): WidgetKind {
  if (dataType !== 'static') return dataType;
  const [field, ...others] = Object.keys(Object(data) as object);
  return (others.length === 0 && STATIC_KINDS.find((kind) => kind === field)) || dataType;
}

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
