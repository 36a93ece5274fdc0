import { PREFERENCES, type Preferences } from '@app/domain';
import { IsBoolean, IsIn } from 'class-validator';
import { Omittable } from '../../http/omittable.decorator';

/** What a user has set, or sets; what is left out is not set, or stays as it is. */
export class PreferencesDto implements Partial<Preferences> {
  @Omittable() @IsIn(PREFERENCES.theme) theme?: 'system' | 'light' | 'dark';
  @Omittable() @IsIn(PREFERENCES.language) language?: 'zh-CN' | 'en-US';
  @Omittable() @IsIn(PREFERENCES.density) density?: 'comfortable' | 'compact';
  @Omittable() @IsIn(PREFERENCES.fontSize) fontSize?: 'normal' | 'large';
  @Omittable() @IsBoolean() desktopNotification?: boolean;
  @Omittable() @IsBoolean() alertSound?: boolean;
  @Omittable() @IsBoolean() showBreadcrumb?: boolean;
  @Omittable() @IsBoolean() sidebarCollapsed?: boolean;
}

/** The defaults with what the user has set over them. */
export class SettingsDto implements Preferences {
  theme: 'system' | 'light' | 'dark';
  language: 'zh-CN' | 'en-US';
  density: 'comfortable' | 'compact';
  fontSize: 'normal' | 'large';
  desktopNotification: boolean;
  alertSound: boolean;
  showBreadcrumb: boolean;
  sidebarCollapsed: boolean;
}
