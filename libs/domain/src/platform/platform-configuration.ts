import type { Environment } from '@app/config';
import type { Language, MailConfiguration, PlatformConfigurationEntity, Tariff } from '@app/entities';
import { SECRET_MASK } from '@app/kernel';

/** The configuration of the platform. */
export type PlatformConfiguration = Omit<PlatformConfigurationEntity, 'id' | 'lastAreaId'>;

/** Some of the settings; what is left out stays as it is. */
export interface ConfigurationChanges {
  platformName?: string;
  logoUrl?: string | null;
  timezone?: string;
  language?: Language;
  currency?: string;
  registrationEnabled?: boolean;
  /** The complete set of tariffs, by energy type. */
  tariffs?: Record<string, Tariff>;
  mail?: Partial<MailConfiguration>;
  weather?: { location?: string | null };
}

/** The configuration of a first start. */
export function firstConfiguration(environment: Environment): PlatformConfiguration {
  return {
    platformName: 'Plantroom',
    logoUrl: null,
    timezone: environment.PLATFORM_TIMEZONE,
    language: environment.DEFAULT_LANGUAGE,
    currency: 'CNY',
    registrationEnabled: true,
    tariffs: {},
    mail: { host: null, port: null, secure: false, user: null, password: null, from: null },
    weather: { location: null },
  };
}

/** Apply `changes` to `current`. A masked mail password counts as omitted. */
export function mergeConfiguration(
  current: PlatformConfiguration,
  changes: ConfigurationChanges,
): PlatformConfiguration {
  const { mail, weather, ...plain } = withoutUndefined(changes);
  const mailChanges = withoutUndefined(mail ?? {});
  if (mailChanges.password === SECRET_MASK) delete mailChanges.password;
  return {
    ...current,
    ...plain,
    mail: { ...current.mail, ...mailChanges },
    weather: { ...current.weather, ...withoutUndefined(weather ?? {}) },
  };
}

/** The mail settings of the environment, without those that are not set. */
export function mailOfEnvironment(environment: Environment): Partial<MailConfiguration> {
  const { MAIL_HOST, MAIL_PORT, MAIL_SECURE, MAIL_USER, MAIL_PASSWORD, MAIL_FROM } = environment;
  return withoutUndefined({
    host: MAIL_HOST,
    port: MAIL_PORT,
    secure: MAIL_SECURE,
    user: MAIL_USER,
    password: MAIL_PASSWORD,
    from: MAIL_FROM,
  });
}

/** `configuration` as it may be shown. */
export function maskConfiguration(configuration: PlatformConfiguration): PlatformConfiguration {
  const { mail } = configuration;
  return { ...configuration, mail: { ...mail, password: mail.password === null ? null : SECRET_MASK } };
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
