/** Readers cannot distinguish more series or bars. */
export const CHARTED_SERIES = 8;
export const CHARTED_BARS = 15;
