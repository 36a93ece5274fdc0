import { defineEvent } from '../define-event';

export interface WidgetUpdate {
  widgetId: string;
  widgetType: 'stats' | 'chart' | 'list' | 'weather' | 'energy';
  /** The data as JSON. */
  data: object | string | number | boolean | null;
}

/** The data of a widget has changed. */
export const widgetUpdated = defineEvent<WidgetUpdate>('widget-updated');
