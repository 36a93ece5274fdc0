import { ArrayMaxSize, IsArray, IsDefined, IsIn, IsOptional, IsString } from 'class-validator';
import { HISTORY_INTERVALS, type HistoryInterval } from './fold';
import { IsInstant } from './is-instant';

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
