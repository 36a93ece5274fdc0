/** 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
