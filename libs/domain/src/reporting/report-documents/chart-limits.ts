/** Maximum number of series or bars of a chart. Readers cannot distinguish more. */
export const CHARTED_SERIES = 8;
export const CHARTED_BARS = 15;
