export class PublicProviderDto {
  id: string;
  name: string;
}

/** What anybody may know: nothing here is a secret, and nothing else is shown. */
export class PublicSettingsDto {
  platformName: string;
  logoUrl: string | null;
  language: 'zh-CN' | 'en-US';
  timezone: string;
  /** Whether people may make accounts for themselves. */
  registrationEnabled: boolean;
  /** Who else one can sign in with. */
  providers: PublicProviderDto[];
  weatherEnabled: boolean;
}
