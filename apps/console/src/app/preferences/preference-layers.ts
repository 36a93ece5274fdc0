import type { components } from '../../api/plantroom';
import type { Language } from '../../i18n/language';

export type Preferences = Required<components['schemas']['PreferencesDto']>;
export type PreferenceName = keyof Preferences;

/** Allowed values of each preference. The first is the default. */
export const ALLOWED = {
  theme: ['system', 'light', 'dark'],
  language: ['zh-CN', 'en-US'],
  density: ['comfortable', 'compact'],
  fontSize: ['normal', 'large'],
  desktopNotification: [false, true],
  alertSound: [false, true],
  showBreadcrumb: [true, false],
  sidebarCollapsed: [false, true],
  dateOrder: ['browser', 'dmy', 'mdy', 'ymd'],
  clock: ['browser', '24h', '12h'],
  decimalMark: ['browser', 'point', 'comma'],
  firstWeekday: ['browser', 'monday', 'saturday', 'sunday'],
  timeZone: ['building', 'local'],
} as const satisfies { [Name in PreferenceName]: readonly Preferences[Name][] };
const NAMES = Object.keys(ALLOWED) as PreferenceName[];
const DEFAULTS = Object.fromEntries<unknown>(NAMES.map((name) => [name, ALLOWED[name][0]])) as Preferences;

/** The preferences that the browser keeps. */
export interface OnDevice {
  /** The preferences of the account when they were last read. They apply until they are read again. */
  account: Partial<Preferences>;
  /** The preferences that apply on this device only. */
  overrides: Partial<Preferences>;
}

/**
 * Merges the layers of preferences. A later one overrides those before it: the defaults, the language of the browser,
 * the preferences of the account, the overrides of this device.
 */
export function mergePreferences(browserLanguage: Language | undefined, onDevice: OnDevice): Preferences {
  const browser = browserLanguage ? { language: browserLanguage } : {};
  return { ...DEFAULTS, ...browser, ...onDevice.account, ...onDevice.overrides };
}

/**
 * Returns the overrides without those whose value in `saved` is the same.
 * @param saved the changes that the account now has. The user may have changed a preference again meanwhile.
 */
export function withoutSaved(
  overrides: Partial<Preferences>,
  saved: Partial<Preferences>,
): Partial<Preferences> {
  const kept = Object.entries(overrides).filter(([name, value]) => saved[name as PreferenceName] !== value);
  return Object.fromEntries(kept);
}

/** Reads what `writeOnDevice` has written. Everything that is not allowed counts as not set. */
export function readOnDevice(written: string | null): OnDevice {
  const { account, overrides } = parseObject(written);
  return { account: allowedPart(account), overrides: allowedPart(overrides) };
}

export const writeOnDevice = (onDevice: OnDevice): string => JSON.stringify(onDevice);

function parseObject(written: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(written ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function allowedPart(layer: unknown): Partial<Preferences> {
  const values = Object(layer) as Record<string, unknown>;
  const allowed = NAMES.filter((name) => (ALLOWED[name] as readonly unknown[]).includes(values[name]));
  return Object.fromEntries(allowed.map((name) => [name, values[name]]));
}
