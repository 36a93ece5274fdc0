import {
  ALERT_SEVERITIES,
  type AlertSeverity,
  AsNumber,
  type Comparison,
  COMPARISONS,
  isInstantText,
} from '@app/kernel';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { ALARM_CONFIG_ACTIONS, type AlarmConfigAction } from './alarm-configs';
import { HISTORY_INTERVALS, type HistoryInterval } from './fold';
import type { Alarm } from './served-gateway';

/** An ISO 8601 instant. An instant without an offset is in UTC. */
function IsInstant(): PropertyDecorator {
  return ValidateBy({
    name: 'isInstant',
    validator: {
      validate: isInstantText,
      defaultMessage: (where) => `${where?.property ?? 'it'} must be an ISO 8601 instant`,
    },
  });
}

export class LoginDto {
  @IsString() username: string;
  @IsString() password: string;
}

export class RefreshDto {
  @IsString() refreshToken: string;
}

export class PointPageDto {
  @AsNumber() @IsInt() @Min(1) page = 1;
  @AsNumber() @IsInt() @Min(1) @Max(1000) limit = 100;
}

export class CodesDto {
  @IsArray() @ArrayMaxSize(20_000) @IsString({ each: true }) codes: string[];
}

export class HistoryDto extends CodesDto {
  @IsInstant() from: string;
  @IsInstant() to: string;
  /** Length of a bucket. If it is omitted, raw samples are returned. */
  @IsOptional() @IsIn(HISTORY_INTERVALS) interval?: HistoryInterval;
}

export class ReleaseDto {
  @IsString() code: string;
}

export class SetDto {
  @IsString() code: string;
  @IsDefined() value: unknown;
}

export class ForceSetDto extends SetDto {
  @IsOptional() @IsString() reason?: string;
}

export class AlarmQueryDto {
  @IsInstant() from: string;
  @IsInstant() to: string;
  @IsOptional() @IsIn(ALERT_SEVERITIES) level?: AlertSeverity;
  @IsInt() @Min(1) page = 1;
  @IsInt() @Min(1) @Max(1000) limit = 100;
}

export interface AlarmDto {
  id: string;
  code: string;
  level: AlertSeverity;
  message: string;
  raisedAt: string;
  clearedAt: string | null;
}

export function toAlarmDto({ id, code, level, message, raisedAtMs, clearedAtMs }: Alarm): AlarmDto {
  return {
    id,
    code,
    level,
    message,
    raisedAt: new Date(raisedAtMs).toISOString(),
    clearedAt: clearedAtMs === null ? null : new Date(clearedAtMs).toISOString(),
  };
}

/** The fields of an alarm configuration. The action determines which of them are used. */
export class AlarmConfigDto {
  @IsOptional() @IsString() id?: string;
  @IsOptional() @IsString() code?: string;
  @IsOptional() @IsIn(ALERT_SEVERITIES) level?: AlertSeverity;
  @IsOptional() @IsIn(COMPARISONS) comparison?: Comparison;
  @IsOptional() @IsNumber() threshold?: number;
  @IsOptional() @IsString() message?: string;
  @IsOptional() @IsBoolean() enabled?: boolean;
}

export class AlarmConfigRequestDto {
  @IsIn(ALARM_CONFIG_ACTIONS) action: AlarmConfigAction;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => AlarmConfigDto)
  config?: AlarmConfigDto;
}
