/** A calendar of the site, as expressions see it. */
export interface ExpressionCalendar {
  isOpen(atMs: number): boolean;
  /** Returns true if an exception of the calendar closes the whole local day that contains the instant. */
  isHoliday(atMs: number): boolean;
}

/**
 * The part of the site that expressions can use. It is read before an evaluation and does not change during the
 * evaluation, so that expressions stay pure functions.
 */
export interface ExpressionSite {
  /** IANA name of the default time zone of functions. */
  readonly zone: string;
  /** The calendars by id. Empty if no expression uses calendars. */
  readonly calendars: ReadonlyMap<number, ExpressionCalendar>;
  /**
   * Returns the one-time address at which a call resumes a node. Null if no such node exists. This function is missing
   * unless the configuration of a node is being resolved.
   */
  readonly resumeUrl?: (nodeId: string) => string | null;
}

export const NO_SITE: ExpressionSite = { zone: 'UTC', calendars: new Map() };
