import type { EnergyType, WidgetDataType, WidgetEntity, WidgetJson } from '@app/entities';
import type { AlertSeverity } from '@app/kernel';

export const WIDGET_PERIODS = ['today', 'thisWeek', 'thisMonth'] as const;
export type WidgetPeriod = (typeof WIDGET_PERIODS)[number];
export const WIDGET_METRICS = ['energy', 'cost', 'emissions'] as const;
export type WidgetMetric = (typeof WIDGET_METRICS)[number];

/** The `dataJson` of a widget with energy. */
export interface EnergySelection {
  /** Default: the whole site. */
  areaId?: number;
  /** Default: electricity. */
  energyType?: EnergyType;
  /** Default: today. */
  period?: WidgetPeriod;
  /** Default: energy. */
  metric?: WidgetMetric;
}

/** The `dataJson` of a widget with last values. */
export interface PointsSelection {
  codes: string[];
}

/** The `dataJson` of a widget with alerts. */
export interface AlertsSelection {
  /** Default: alerts of every severity. */
  minSeverity?: AlertSeverity;
}

interface Selections {
  energy: EnergySelection;
  points: PointsSelection;
  alerts: AlertsSelection;
  faults: object;
  weather: object;
  /** The data itself. */
  static: WidgetJson;
}

export type WidgetBinding = {
  [Type in WidgetDataType]: { dataType: Type; selection: Selections[Type] };
}[WidgetDataType];

/** Parses `dataJson`, which was validated before it was stored. */
export function bindingOf({
  dataType,
  dataJson,
}: Pick<WidgetEntity, 'dataType' | 'dataJson'>): WidgetBinding {
  return { dataType, selection: JSON.parse(dataJson) as unknown } as WidgetBinding;
}

/** Returns true if a widget shows the weather. Such a widget is hidden if no weather is configured. */
export function showsWeather({ type, dataType }: Pick<WidgetEntity, 'type' | 'dataType'>): boolean {
  return type === 'weather' || dataType === 'weather';
}
