import type { AlarmConfigsRequest, AlarmHistoryRequest } from '@app/domain';
import type { GatewayAlarm, GatewayAlarmPage } from '@app/gateway-client';
import { ALERT_SEVERITIES, type AlertSeverity } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IntegerProperty, RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { IsJsonObject } from '../../http/fields/json-object.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

const LAST_PAGE = 10_000;

/** Selects alarms of a gateway. */
export class GatewayAlarmQueryDto implements AlarmHistoryRequest {
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** Only alarms of this level. */
  @Omittable() @OneOf(ALERT_SEVERITIES) level?: AlertSeverity;
  /** Page number, from 1. */
  @Omittable()
  @IsInt()
  @Min(1)
  @Max(LAST_PAGE)
  @IntegerProperty({ minimum: 1, maximum: LAST_PAGE })
  page: number = 1;
  /** Alarms per page. */
  @Omittable() @IsInt() @Min(1) @Max(200) @IntegerProperty({ minimum: 1, maximum: 200 }) limit: number = 20;
  /** Id of the gateway. Default 1, the gateway of the environment. */
  @Omittable() @RecordId() gatewayId?: number;
}

/** An alarm of the gateway. */
export class GatewayAlarmDto implements GatewayAlarm {
  /** The gateway's id of the alarm. */
  id: string;
  /** Code of the point. */
  code: string;
  /** The level. */
  @OneOf(ALERT_SEVERITIES) level: AlertSeverity;
  /** The gateway's message. */
  message: string;
  /** When the alarm was raised. */
  @InstantProperty() raisedAt: string;
  /** When the alarm was cleared; null while it is active. */
  @InstantProperty() clearedAt: string | null;
}

/** A page of alarms. */
export class GatewayAlarmsDto implements GatewayAlarmPage {
  /** The alarms of the page. */
  items: GatewayAlarmDto[];
  /** Number of alarms on all pages. */
  @IntegerProperty() total: number;
}

const ACTIONS = ['query', 'create', 'update', 'delete'] as const;

/** An action on the gateway's alarm configurations. */
export class AlarmConfigRequestDto implements AlarmConfigsRequest {
  /** The action. Every action except `query` requires the role engineer. */
  @OneOf(ACTIONS) action: (typeof ACTIONS)[number];
  /** The configuration to create, update or delete. The gateway defines its fields. */
  @Omittable() @IsJsonObject() config?: Record<string, unknown>;
  /** Id of the gateway. Default 1, the gateway of the environment. */
  @Omittable() @RecordId() gatewayId?: number;
}

/** All alarm configurations, or the configuration that was created, updated or deleted. */
export class AlarmConfigsDto {
  /** All configurations, for `query`. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  @Omittable()
  items?: Record<string, unknown>[];
  /** The affected configuration; null if the gateway does not return it. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  @Omittable()
  @Nullable()
  config?: Record<string, unknown> | null;
}
