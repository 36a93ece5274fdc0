import { ALERT_SEVERITIES, type AlertSeverity, type Comparison, COMPARISONS } from '@app/kernel';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { ALARM_CONFIG_ACTIONS, type AlarmConfigAction } from './alarm-configs';
import { IsInstant } from './is-instant';
import type { Alarm } from './served-gateway';

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
