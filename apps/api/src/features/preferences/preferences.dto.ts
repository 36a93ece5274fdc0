import { FORMATS, PREFERENCES, type Preferences } from '@app/domain';
import { IsBoolean } from 'class-validator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** Formats of dates, times and numbers. A format that is not set follows the browser. */
class FormatPreferencesDto {
  /** Order of day (d), month (m) and year (y). */
  @Omittable() @OneOf(FORMATS.dateOrder) dateOrder?: 'browser' | 'dmy' | 'mdy' | 'ymd';
  /** Whether a day has 24 hours, or twice 12. */
  @Omittable() @OneOf(FORMATS.clock) clock?: 'browser' | '24h' | '12h';
  /** Mark before the decimals of a number. */
  @Omittable() @OneOf(FORMATS.decimalMark) decimalMark?: 'browser' | 'point' | 'comma';
  /** First day of the week in calendars. */
  @Omittable() @OneOf(FORMATS.firstWeekday) firstWeekday?: 'browser' | 'monday' | 'saturday' | 'sunday';
  /** Time zone of times: the one of the building by default, or the one of the device. */
  @Omittable() @OneOf(FORMATS.timeZone) timeZone?: 'building' | 'local';
}

/** Preferences of a user. Omitted fields are not set, or stay as they are. */
export class PartialPreferencesDto extends FormatPreferencesDto implements Partial<Preferences> {
  /** Colour theme. */
  @Omittable() @OneOf(PREFERENCES.theme) theme?: 'system' | 'light' | 'dark';
  /** Language of the client. */
  @Omittable() @OneOf(PREFERENCES.language) language?: 'zh-CN' | 'en-US';
  /** Spacing of lists and tables. */
  @Omittable() @OneOf(PREFERENCES.density) density?: 'comfortable' | 'compact';
  /** Font size. */
  @Omittable() @OneOf(PREFERENCES.fontSize) fontSize?: 'normal' | 'large';
  /** Whether alerts show desktop notifications. */
  @Omittable() @IsBoolean() desktopNotification?: boolean;
  /** Whether alerts play a sound. */
  @Omittable() @IsBoolean() alertSound?: boolean;
  /** Whether the breadcrumb is shown. */
  @Omittable() @IsBoolean() showBreadcrumb?: boolean;
  /** Whether the sidebar is collapsed. */
  @Omittable() @IsBoolean() sidebarCollapsed?: boolean;
}

/** All preferences of a user. */
export class PreferencesDto extends FormatPreferencesDto implements Preferences {
  /** Colour theme. */
  theme: 'system' | 'light' | 'dark';
  /** Language of the client. */
  language: 'zh-CN' | 'en-US';
  /** Spacing of lists and tables. */
  density: 'comfortable' | 'compact';
  /** Font size. */
  fontSize: 'normal' | 'large';
  /** Whether alerts show desktop notifications. */
  desktopNotification: boolean;
  /** Whether alerts play a sound. */
  alertSound: boolean;
  /** Whether the breadcrumb is shown. */
  showBreadcrumb: boolean;
  /** Whether the sidebar is collapsed. */
  sidebarCollapsed: boolean;
}
