import { PREFERENCES, type Preferences } from '@app/domain';
import { IsBoolean, IsIn } from 'class-validator';
import { Omittable } from '../../http/omittable.decorator';

/** Settings of a user. Omitted fields are not set, or stay as they are. */
export class PreferencesDto implements Partial<Preferences> {
  /** Colour theme. */
  @Omittable() @IsIn(PREFERENCES.theme) theme?: 'system' | 'light' | 'dark';
  /** Language of the client. */
  @Omittable() @IsIn(PREFERENCES.language) language?: 'zh-CN' | 'en-US';
  /** Spacing of lists and tables. */
  @Omittable() @IsIn(PREFERENCES.density) density?: 'comfortable' | 'compact';
  /** Font size. */
  @Omittable() @IsIn(PREFERENCES.fontSize) fontSize?: 'normal' | 'large';
  /** Whether alerts show desktop notifications. */
  @Omittable() @IsBoolean() desktopNotification?: boolean;
  /** Whether alerts play a sound. */
  @Omittable() @IsBoolean() alertSound?: boolean;
  /** Whether the breadcrumb is shown. */
  @Omittable() @IsBoolean() showBreadcrumb?: boolean;
  /** Whether the sidebar is collapsed. */
  @Omittable() @IsBoolean() sidebarCollapsed?: boolean;
}

/** The complete settings of a user. */
export class SettingsDto implements Preferences {
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
