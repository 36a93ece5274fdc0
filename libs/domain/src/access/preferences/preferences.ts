/** Allowed values of each preference. The first is the default. */
export const PREFERENCES = {
  theme: ['system', 'light', 'dark'],
  language: ['zh-CN', 'en-US'],
  density: ['comfortable', 'compact'],
  fontSize: ['normal', 'large'],
  desktopNotification: [false, true],
  alertSound: [false, true],
  showBreadcrumb: [true, false],
  sidebarCollapsed: [false, true],
} as const;

/** Allowed values of the formats. A format that is not set follows the browser, and times are in the zone of the building. */
export const FORMATS = {
  dateOrder: ['browser', 'dmy', 'mdy', 'ymd'],
  clock: ['browser', '24h', '12h'],
  decimalMark: ['browser', 'point', 'comma'],
  firstWeekday: ['browser', 'monday', 'saturday', 'sunday'],
  timeZone: ['building', 'local'],
} as const;

type Values<Allowed extends Record<string, readonly unknown[]>> = {
  -readonly [Name in keyof Allowed]: Allowed[Name][number];
};

export type Preferences = Values<typeof PREFERENCES> & Partial<Values<typeof FORMATS>>;

export const DEFAULT_PREFERENCES = Object.freeze(
  Object.fromEntries<unknown>(Object.entries(PREFERENCES).map(([name, [first]]) => [name, first])),
) as Preferences;

/** The valid part of `stored`. A value that is no longer allowed counts as not set. */
export function allowedPreferences(stored: Readonly<Record<string, unknown>>): Partial<Preferences> {
  return Object.fromEntries(
    Object.entries({ ...PREFERENCES, ...FORMATS }).flatMap(([name, allowed]) => {
      const value = stored[name];
      return (allowed as readonly unknown[]).includes(value) ? [[name, value]] : [];
    }),
  );
}
