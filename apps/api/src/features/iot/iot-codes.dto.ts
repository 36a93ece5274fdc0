import type { PointValue, Quality } from '@app/contracts';
import type {
  ForcedValueInput,
  HistoryRequest,
  HistorySample,
  HistorySeries,
  PointValueInput,
} from '@app/domain';
import type { PointJson, PointWriteEntity } from '@app/entities';
import { GATEWAY_INTERVAL_LIST, type GatewayInterval } from '@app/gateway-client';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsNotEmpty,
  IsString,
  MaxLength,
} from 'class-validator';
import { AnyJson } from '../../http/body/any-json.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { IsJsonValue } from '../../http/fields/json-value.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { UuidProperty } from '../../http/fields/id-properties.decorator';

export const QUALITIES = ['good', 'uncertain', 'bad'] as const;

/** Points of the gateway. */
export class PointCodesDto {
  /** Codes of the points, at most 10,000. */
  @IsArray()
  @ArrayMaxSize(10_000)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(255, { each: true })
  codes: string[];
}

/** The current value of a point. */
export class PointValueDto implements PointValue {
  /** Code of the point. */
  code: string;
  /** A number, boolean or text; null if the gateway has no value. */
  @AnyJson() value: unknown;
  /** When the value was measured. */
  @InstantProperty() timestamp: string;
  /** Quality of the value. A point that the gateway does not know is `bad`, and so is one whose gateway does not answer. */
  @OneOf(QUALITIES) quality: Quality;
}

/** Selects the histories of points in a time range. */
export class PointHistoryQueryDto implements HistoryRequest {
  /** Codes of the points, at most 100. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(255, { each: true })
  codes: string[];
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** Aggregation interval. If it is omitted, raw values are returned. */
  @Omittable() @OneOf(GATEWAY_INTERVAL_LIST) interval?: GatewayInterval;
  /** True to get `min` and `max` of each interval. An interval is required. */
  @Omittable() @IsBoolean() extremes?: boolean;
}

/** A value at a time. */
export class PointSampleDto implements HistorySample {
  /** When the value was measured. For an aggregated value: the start of its interval. */
  @InstantProperty() timestamp: string;
  /** A number, boolean or text; null if there was no value. */
  @AnyJson() value: unknown;
  /** Quality of the value. */
  @OneOf(QUALITIES) quality: Quality;
  /** Lowest number of the interval, if `extremes` is true and all values are numbers. */
  min?: number;
  /** Highest number of the interval, if `extremes` is true and all values are numbers. */
  max?: number;
}

/** The history of one point. */
export class PointSeriesDto implements HistorySeries {
  /** Code of the point. */
  code: string;
  /** The values in the range. Empty for a point that the gateway does not know. */
  values: PointSampleDto[];
  /** True if the gateway of the point did not answer, but another one did. */
  unavailable?: boolean;
}

const VALUE_CHARACTERS = 10_000;

/** A value for a point. */
export class SetPointDto implements PointValueInput {
  /** Code of the point. */
  @IsString() @IsNotEmpty() @MaxLength(255) code: string;
  /** The value to write. Gateways accept numbers, booleans or text, depending on the point. */
  @AnyJson() @IsJsonValue({ maxCharacters: VALUE_CHARACTERS }) value: PointJson;
}

/** A value that is written to a point despite interlocks. */
export class ForcePointDto extends SetPointDto implements ForcedValueInput {
  /** Why the value is forced. */
  @Omittable() @Nullable() @IsString() @MaxLength(1000) reason?: string | null;
  /** When the service releases the point. If it is omitted or null, the value stays until somebody releases it. */
  @Omittable() @Nullable() @IsInstant() expiresAt?: string | null;
}

/** A write that the gateway has carried out. */
export class PointWrittenDto {
  /** Always true; a write that failed is an error. */
  success: boolean;
  /** Whether the point had the written value when it was read afterwards. False if it could not be read. */
  confirmed: boolean;
  /** The value that was read afterwards; null if it could not be read. */
  @AnyJson() value: unknown;
  /** Id of the record of the write, and of the override if the value was forced. */
  @UuidProperty() id: string;
}

export function toPointWrittenDto({ id, confirmed, readValue }: PointWriteEntity): PointWrittenDto {
  return { success: true, confirmed, value: readValue, id };
}
