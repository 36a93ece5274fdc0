import { defineEvent } from '../define-event';

/** A widget was deleted, and its data with it. */
export const widgetDeleted = defineEvent<{ widgetId: string }>('widget-deleted');
