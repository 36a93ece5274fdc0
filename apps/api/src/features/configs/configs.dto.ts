import { IsTimeZoneName } from '@app/config';
import { type PlatformConfiguration, maskSecrets } from '@app/domain';
import type { Language } from '@app/entities';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Nullable, Omittable } from '../../http/omittable.decorator';
import { CURRENCY, TariffsDto } from './tariff.dto';

const LANGUAGES: Language[] = ['zh-CN', 'en-US'];

export class MailChangesDto {
  /** Null: mail is written to the outbox folder instead. */
  @Omittable() @Nullable() @Matches(/^[A-Za-z0-9.:_-]{1,253}$/) host?: string | null;
  @Omittable() @Nullable() @IsInt() @Min(1) @Max(65_535) port?: number | null;
  /** TLS from the first byte. */
  @Omittable() @IsBoolean() secure?: boolean;
  @Omittable() @Nullable() @IsString() @MaxLength(255) user?: string | null;
  /** `********`, as it reads, keeps it. */
  @Omittable() @Nullable() @IsString() @MaxLength(1024) password?: string | null;
  @Omittable() @Nullable() @IsEmail({ allow_display_name: true, require_tld: false }) @MaxLength(320) from?:
    string | null;
}

export class WeatherDto {
  /** The place whose weather is shown; null for none. */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(200) location?: string | null;
}

export class ConfigurationChangesDto {
  /** Stands in the subjects of mail too. */
  @Omittable()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  @Matches(/^\P{Cc}*$/u, { message: 'platformName must not contain control characters' })
  platformName?: string;
  @Omittable()
  @Nullable()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  @MaxLength(2048)
  logoUrl?: string | null;
  /** IANA name; days, weeks and months are cut by it. */
  @Omittable() @IsTimeZoneName() @MaxLength(64) timezone?: string;
  @Omittable() @IsIn(LANGUAGES) language?: Language;
  /** ISO 4217. */
  @Omittable() @Matches(CURRENCY, { message: 'currency must be a code such as EUR' }) currency?: string;
  /** Whether people may make accounts for themselves. */
  @Omittable() @IsBoolean() registrationEnabled?: boolean;
  /** The whole set: a type that is left out has no tariff any more. */
  @Omittable() @ValidateNested() @Type(() => TariffsDto) tariffs?: TariffsDto;
  @Omittable() @ValidateNested() @Type(() => MailChangesDto) mail?: MailChangesDto;
  @Omittable() @ValidateNested() @Type(() => WeatherDto) weather?: WeatherDto;
}

export class MailDto {
  host: string | null;
  port: number | null;
  secure: boolean;
  user: string | null;
  /** `********` where one is set. */
  password: string | null;
  from: string | null;
}

export class WeatherLocationDto {
  location: string | null;
}

export class ConfigurationDto {
  platformName: string;
  logoUrl: string | null;
  timezone: string;
  language: 'zh-CN' | 'en-US';
  currency: string;
  registrationEnabled: boolean;
  tariffs: TariffsDto;
  mail: MailDto;
  weather: WeatherLocationDto;
}

export function toConfigurationDto(configuration: PlatformConfiguration): ConfigurationDto {
  return maskSecrets(configuration);
}
