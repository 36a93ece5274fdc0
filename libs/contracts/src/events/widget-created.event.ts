import { defineEvent } from '../define-event';

/** A widget was created. A worker computes its data. */
export const widgetCreated = defineEvent<{ widgetId: string }>('widget-created');
