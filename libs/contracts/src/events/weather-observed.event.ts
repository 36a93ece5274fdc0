import { defineEvent } from '../define-event';

/** The weather provider has reported the weather. */
export const weatherObserved = defineEvent<object>('weather-observed');
