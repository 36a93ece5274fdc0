import { PREFERENCES, type Preferences } from '@app/domain';
import { IsBoolean } from 'class-validator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** Preferences of a user. Omitted fields are not set, or stay as they are. */
export class PartialPreferencesDto implements Partial<Preferences> {
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
export class PreferencesDto implements Preferences {
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
