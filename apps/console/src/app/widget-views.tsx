import { lazy } from 'react';
import type { WidgetViews } from '../ui/widget/widget-views';

/** The widgets that features draw. They are loaded with the first dashboard that has them. */
export const WIDGET_VIEWS: WidgetViews = {
  areas: lazy(async () => ({ default: (await import('../features/energy/areas-widget')).AreasWidget })),
  heatMap: lazy(async () => ({
    default: (await import('../features/energy/analysis/analysis-widget')).AnalysisWidget,
  })),
  lighting: lazy(async () => ({
    default: (await import('../features/lighting/lighting-widget')).LightingWidget,
  })),
  model: lazy(async () => ({ default: (await import('../features/model/model-widget')).ModelWidget })),
  work: lazy(async () => ({ default: (await import('../features/maintenance/work-widget')).WorkWidget })),
};
