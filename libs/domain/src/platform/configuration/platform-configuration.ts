import type { Environment } from '@app/config';
import type { MailConfiguration, PlatformConfigurationEntity } from '@app/entities';
import { SECRET_MASK } from '@app/kernel';

/** The configuration of the platform. */
export type PlatformConfiguration = Omit<PlatformConfigurationEntity, 'id' | 'lastAreaId'>;

/**
 * Changes of the configuration. Omitted fields keep their value, and so do omitted rules of `lossRules`. `tariffs` replaces
 * the complete set.
 */
export interface ConfigurationChanges extends Partial<
  Omit<PlatformConfiguration, 'carbon' | 'mail' | 'site' | 'weather'>
> {
  carbon?: Partial<PlatformConfiguration['carbon']>;
  mail?: Partial<MailConfiguration>;
  site?: Partial<PlatformConfiguration['site']>;
  weather?: Partial<PlatformConfiguration['weather']>;
}

/** The initial configuration of an installation. */
export function firstConfiguration(environment: Environment): PlatformConfiguration {
  return {
    platformName: 'Plantroom',
    logoUrl: null,
    timezone: environment.PLATFORM_TIMEZONE,
    language: environment.DEFAULT_LANGUAGE,
    currency: 'CNY',
    registrationEnabled: true,
    tariffs: {},
    carbon: { region: 'GB', scope: null },
    mail: { host: null, port: null, secure: false, user: null, password: null, from: null },
    weather: { location: null, temperaturePointCode: null },
    site: { latitude: null, longitude: null },
    lossRules: null,
    airHandlers: null,
  };
}

/** Applies `changes` to `current`. A masked mail password counts as omitted. */
export function mergeConfiguration(
  current: PlatformConfiguration,
  changes: ConfigurationChanges,
): PlatformConfiguration {
  const { carbon, lossRules, mail, site, weather, ...plain } = withoutUndefined(changes);
  const mailChanges = withoutUndefined(mail ?? {});
  if (mailChanges.password === SECRET_MASK) delete mailChanges.password;
  return {
    ...current,
    ...plain,
    carbon: { ...current.carbon, ...withoutUndefined(carbon ?? {}) },
    mail: { ...current.mail, ...mailChanges },
    site: { ...current.site, ...withoutUndefined(site ?? {}) },
    weather: { ...current.weather, ...withoutUndefined(weather ?? {}) },
    lossRules: lossRules ? { ...current.lossRules, ...lossRules } : current.lossRules,
  };
}

/** The mail settings that are set in the environment. */
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

/** Masks the secrets of `configuration`, so that users may see it. */
export function maskConfiguration(configuration: PlatformConfiguration): PlatformConfiguration {
  const { mail } = configuration;
  return { ...configuration, mail: { ...mail, password: mail.password === null ? null : SECRET_MASK } };
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
