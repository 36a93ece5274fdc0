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

export type Preferences = {
  -readonly [Name in keyof typeof PREFERENCES]: (typeof PREFERENCES)[Name][number];
};

export const DEFAULT_PREFERENCES = Object.freeze(
  Object.fromEntries(Object.entries(PREFERENCES).map(([name, [first]]) => [name, first])),
) as Preferences;

/** The valid part of `stored`. A value that is no longer allowed counts as not set. */
export function allowedPreferences(stored: Readonly<Record<string, unknown>>): Partial<Preferences> {
  return Object.fromEntries(
    Object.entries(PREFERENCES).flatMap(([name, allowed]) => {
      const value = stored[name];
      return (allowed as readonly unknown[]).includes(value) ? [[name, value]] : [];
    }),
  );
}
