import { type PlatformConfiguration, maskConfiguration } from '@app/domain';
import type { Language } from '@app/entities';
import { IsTimeZoneName, say } from '@app/kernel';
import {
  IsBoolean,
  IsEmail,
  IsInt,
  IsNotEmpty,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsCode } from '../../http/fields/is-code.decorator';
import { IntegerProperty } from '../../http/fields/id-properties.decorator';
import { Nested } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { CURRENCY, TariffsDto } from './tariff.dto';
import { IsWithin } from '../../http/fields/is-within.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

const LANGUAGES: Language[] = ['zh-CN', 'en-US'];

/** Changes of the mail server settings. */
export class MailChangesDto {
  /** Host name or IP address of the SMTP server. If it is null, mail is written to the outbox folder. */
  @Omittable() @Nullable() @Matches(/^[A-Za-z0-9.:_-]{1,253}$/) host?: string | null;
  /** TCP port of the SMTP server; null for the default port. */
  @Omittable()
  @Nullable()
  @IsInt()
  @Min(1)
  @Max(65_535)
  @IntegerProperty({ minimum: 1, maximum: 65_535 })
  port?: number | null;
  /** Connect with TLS from the start, as on port 465. */
  @Omittable() @IsBoolean() secure?: boolean;
  /** User name for the SMTP server; null to send without authentication. */
  @Omittable() @Nullable() @IsString() @MaxLength(255) user?: string | null;
  /** Password for the SMTP server. `********` keeps the current one. */
  @Omittable() @Nullable() @IsString() @MaxLength(1024) password?: string | null;
  /** Sender address, with or without a display name. */
  @Omittable() @Nullable() @IsEmail({ allow_display_name: true, require_tld: false }) @MaxLength(320) from?:
    | string
    | null;
}

/** Changes of the weather settings. */
export class WeatherDto {
  /** Displayed name of the place; null for none. The coordinates in `site` determine the weather. */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(200) location?: string | null;
  /**
   * The point that measures the outdoor temperature in °C; null for none. Its history of two years is fetched, and it is
   * stored by hours, for degree days and baselines. It must not be a meter of an area. `weather:provider` stands for the
   * temperature of the weather provider at the coordinates in `site`.
   */
  @Omittable() @Nullable() @IsCode() temperaturePointCode?: string | null;
}

/** Changes of the coordinates of the building. */
export class SiteChangesDto {
  /** Latitude in degrees, north is positive; null if it is not known. */
  @Omittable() @Nullable() @IsWithin(-90, 90) latitude?: number | null;
  /** Longitude in degrees, east is positive; null if it is not known. */
  @Omittable() @Nullable() @IsWithin(-180, 180) longitude?: number | null;
}

/** Changes of the choice of emission factors. */
export class CarbonDto {
  /** The region whose factors apply. `GET /energy/carbon-factors` lists the regions. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(64) region?: string;
  /**
   * The scope whose factors apply, such as `2`. If it is null, each energy type has its usual scope: 1 for gas; 2 for
   * electricity, heating and cooling; 3 for water.
   */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(64) scope?: string | null;
}

/** Changes of the platform configuration. Omitted fields stay as they are. */
export class ConfigurationChangesDto {
  /** The platform's name. It also appears in mail subjects. */
  @Omittable()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  @Matches(/^\P{Cc}*$/u, { context: say('control_characters') })
  platformName?: string;
  /** Address of the logo; null for none. */
  @Omittable()
  @Nullable()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  @MaxLength(2048)
  logoUrl?: string | null;
  /** IANA time zone name. It determines when days, weeks and months begin. */
  @Omittable() @IsTimeZoneName() @MaxLength(64) timezone?: string;
  /** Default language of users and mails. */
  @Omittable() @OneOf(LANGUAGES) language?: Language;
  /** ISO 4217 currency code. */
  @Omittable() @Matches(CURRENCY, { context: say('not_currency') }) currency?: string;
  /** Whether people may register accounts themselves. */
  @Omittable() @IsBoolean() registrationEnabled?: boolean;
  /** All tariffs. An energy type that is omitted here loses its tariff. */
  @Omittable() @Nested(TariffsDto) tariffs?: TariffsDto;
  /** Which emission factors apply. Omitted fields stay as they are. */
  @Omittable() @Nested(CarbonDto) carbon?: CarbonDto;
  /** Mail server settings. Omitted fields stay as they are. */
  @Omittable() @Nested(MailChangesDto) mail?: MailChangesDto;
  /** Weather settings. */
  @Omittable() @Nested(WeatherDto) weather?: WeatherDto;
  /** Coordinates of the building. Omitted fields stay as they are. */
  @Omittable() @Nested(SiteChangesDto) site?: SiteChangesDto;
}

/** Mail server settings. */
export class MailDto {
  /** Host name or IP address of the SMTP server. If it is null, mail is written to the outbox folder. */
  host: string | null;
  /** TCP port; null for the default port. */
  @IntegerProperty({ minimum: 1, maximum: 65_535 }) port: number | null;
  /** Whether the connection uses TLS from the start. */
  secure: boolean;
  /** User name for the SMTP server; null if it needs none. */
  user: string | null;
  /** `********` if a password is set; null if none is. */
  password: string | null;
  /** Sender address. */
  from: string | null;
}

/** Which emission factors apply. */
export class CarbonChoiceDto {
  /** The region whose factors apply. */
  region: string;
  /** The scope whose factors apply; null for the usual scope of each energy type. */
  scope: string | null;
}

/** Coordinates of the building. Without them, there is no weather. */
export class SiteDto {
  /** Latitude in degrees, north is positive; null if it is not known. */
  @Nullable() @IsWithin(-90, 90) latitude: number | null;
  /** Longitude in degrees, east is positive; null if it is not known. */
  @Nullable() @IsWithin(-180, 180) longitude: number | null;
}

/** Weather settings. */
export class WeatherLocationDto {
  /** Displayed name of the place; null for none. */
  location: string | null;
  /** The point that measures the outdoor temperature in °C; null for none. */
  temperaturePointCode: string | null;
}

/** The platform configuration. */
export class ConfigurationDto {
  /** The platform's name. */
  platformName: string;
  /** Address of the logo; null for none. */
  logoUrl: string | null;
  /** IANA time zone name. It determines when days, weeks and months begin. */
  timezone: string;
  /** Default language of users and mails. */
  language: 'zh-CN' | 'en-US';
  /** ISO 4217 currency code. */
  currency: string;
  /** Whether people may register accounts themselves. */
  registrationEnabled: boolean;
  /** Energy prices by energy type. */
  tariffs: TariffsDto;
  /** Which emission factors apply. */
  carbon: CarbonChoiceDto;
  /** Mail server settings. */
  mail: MailDto;
  /** Weather settings. */
  weather: WeatherLocationDto;
  /** Coordinates of the building. */
  site: SiteDto;
}

export function toConfigurationDto(configuration: PlatformConfiguration): ConfigurationDto {
  return maskConfiguration(configuration);
}
