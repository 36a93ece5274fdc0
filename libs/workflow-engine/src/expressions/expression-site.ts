/** A calendar of the site, as expressions see it. */
export interface ExpressionCalendar {
  isOpen(atMs: number): boolean;
  /** Whether the local date of the instant is closed as a whole by an exception. */
  isHoliday(atMs: number): boolean;
}

/**
 * The part of the site that expressions can use. It is read before an evaluation begins, and does not change during it, so that
 * expressions stay pure functions.
 */
export interface ExpressionSite {
  /** IANA name of the time zone that functions use if they are given none. */
  readonly zone: string;
  /** By id. Empty if no expression uses calendars. */
  readonly calendars: ReadonlyMap<number, ExpressionCalendar>;
}

export const NO_SITE: ExpressionSite = { zone: 'UTC', calendars: new Map() };
