/** A sign-in provider. */
export class PublicProviderDto {
  /** Id of the provider in paths. */
  id: string;
  /** Display name. */
  name: string;
}

/** Settings that everyone may read. */
export class PublicSettingsDto {
  /** The platform's name. */
  platformName: string;
  /** Address of the logo; null for none. */
  logoUrl: string | null;
  /** Default language. */
  language: 'zh-CN' | 'en-US';
  /** IANA time zone name of the platform. */
  timezone: string;
  /** Whether people may register accounts themselves. */
  registrationEnabled: boolean;
  /** The configured sign-in providers. */
  providers: PublicProviderDto[];
  /** Whether weather is available. */
  weatherEnabled: boolean;
  /** Whether nobody has signed in yet. */
  isNew: boolean;
}
