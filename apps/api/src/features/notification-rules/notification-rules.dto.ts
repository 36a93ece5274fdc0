import type {
  ChannelInput,
  NotificationDelivery,
  NotificationRuleChanges,
  NotificationRuleInput,
} from '@app/domain';
import {
  ALERT_SOURCES,
  type AlertSource,
  CHANNEL_KINDS,
  DELIVERY_STATUSES,
  NOTIFICATION_TYPES,
  type NotificationChannel,
  type NotificationDeliveryEntity,
  type NotificationRuleEntity,
  type QuietHours,
} from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity, IsTimeZoneName } from '@app/kernel';
import { IsMailAddress } from '@app/mail';
import { ApiProperty, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { FailureDto, failureFields } from '../../http/errors/error.dto';
import {
  IntegerProperty,
  RecordId,
  RecordIds,
  UuidProperty,
} from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { IsClockTime } from '../../http/fields/local-time.decorators';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const MOST_MINUTES = 7 * 24 * 60;

/** Mail to some addresses, a webhook, or all devices on which users have switched on push messages. */
export class NotificationChannelDto implements ChannelInput {
  /** Kind of the channel. */
  @OneOf(CHANNEL_KINDS) kind: NotificationChannel['kind'];
  /** For `mail`, required: the addresses. Each one gets its own mail. */
  @Omittable()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsMailAddress({ each: true })
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'email', maxLength: 254 },
    minItems: 1,
    maxItems: 50,
  })
  to?: string[];
  /**
   * For `webhook`, required: an http or https address. Private addresses are refused unless `WORKFLOW_HTTP_ALLOWLIST`
   * contains them.
   */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(2000) url?: string;
  /**
   * For `webhook`: the secret with which requests are signed (Standard Webhooks). If it is omitted or masked, the
   * stored secret is kept; a new channel gets a generated secret. Null replaces the stored secret with a new one. A new
   * secret is shown only once; later answers contain `********`.
   */
  @Omittable() @Nullable() @IsString() @MaxLength(200) secret?: string | null;
}

/** A time window in which messages are held. */
export class QuietHoursDto implements QuietHours {
  /** Start, `HH:MM`. */
  @IsClockTime() from: string;
  /** End, `HH:MM`. If it is not after `from`, the quiet hours end on the next day. */
  @IsClockTime() to: string;
  /** IANA time zone name; null for the platform's time zone. */
  @Omittable() @Nullable() @IsTimeZoneName() @MaxLength(64) timezone: string | null = null;
  /** Days on which quiet hours begin, from 1 (Monday) to 7 (Sunday). Default: every day. */
  @Omittable()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(7, { each: true })
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 7 },
    minItems: 1,
    maxItems: 7,
  })
  days: number[] = EVERY_DAY;
}

/** A further channel, which gets a message if nobody reacts to the alert. */
export class EscalationStepDto {
  /**
   * Minutes from the raising of the alert to this step. The channel gets a message unless the alert has been
   * acknowledged, shelved or cleared by then.
   */
  @IsInt()
  @Min(1)
  @Max(MOST_MINUTES)
  @IntegerProperty({ minimum: 1, maximum: MOST_MINUTES })
  afterMinutes: number;
  /** The channel to notify. */
  @Nested(NotificationChannelDto) channel: NotificationChannelDto;
}

/** Selects alerts, and the recipients of messages about them. */
export class NotificationRuleDto implements Omit<NotificationRuleEntity, 'channel' | 'escalation'> {
  /** Id of the rule. */
  @RecordId() id: number;
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** The lowest severity of the alerts. `critical` is the highest one. */
  @OneOf(ALERT_SEVERITIES) minSeverity: AlertSeverity;
  /** The sources of the alerts; empty for all. */
  @IsArray()
  @ArrayMaxSize(ALERT_SOURCES.length)
  @ArrayUnique()
  @IsIn(ALERT_SOURCES, { each: true })
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...ALERT_SOURCES] },
    maxItems: ALERT_SOURCES.length,
  })
  sources: AlertSource[];
  /** Ids of areas. The areas below them are included. Empty for all alerts, including alerts without an area. */
  @RecordIds({ max: 5000 }) areaIds: number[];
  /** The channel for messages about raised and cleared alerts. */
  @Nested(NotificationChannelDto) channel: NotificationChannelDto;
  /** When messages are held; null for never. Messages about critical alerts are never held. */
  @Nullable() @Nested(QuietHoursDto) quietHours: QuietHoursDto | null;
  /** Further channels, which get a message later. */
  @NestedList(EscalationStepDto, { max: 10 })
  escalation: EscalationStepDto[];
  /** Whether the rule applies. Messages of a disabled rule that have not been sent are dropped. */
  @IsBoolean() enabled: boolean;
}

/** Null is validated like any other value. Otherwise, a required field could be set to null. */
const OMITTABLE = { skipNullProperties: false };
const REQUIRED = ['name', 'minSeverity', 'channel'] as const;

/** Changes of a notification rule. Omitted fields stay as they are. */
export class NotificationRuleChangesDto
  extends PartialType(OmitType(NotificationRuleDto, ['id']), OMITTABLE)
  implements NotificationRuleChanges {}

/** A new notification rule. */
export class NotificationRuleInputDto
  extends IntersectionType(
    PickType(NotificationRuleDto, REQUIRED),
    OmitType(NotificationRuleChangesDto, REQUIRED),
  )
  implements NotificationRuleInput {}

/** The recipient of one message. */
export class DeliveryTargetDto {
  /** Kind of the channel. */
  @OneOf(CHANNEL_KINDS) kind: NotificationChannel['kind'];
  /** For `mail`: the address. */
  @Omittable() to?: string[];
  /** For `webhook`: the address. */
  @Omittable() url?: string;
}

/** One message about an alert to one recipient. */
export class NotificationDeliveryDto {
  /** Id of the delivery, and of the webhook message. */
  @UuidProperty() id: string;
  /** Id of the alert. */
  @RecordId() alertId: number;
  /** The reported event. `alert.returned`: the alert is no longer shelved. */
  @OneOf(NOTIFICATION_TYPES) type: NotificationDeliveryEntity['type'];
  /** The recipient. */
  channel: DeliveryTargetDto;
  /**
   * `held` messages wait for the end of the quiet hours. `dropped` messages became pointless before they were sent;
   * `error` says why. `failed` messages are not sent again.
   */
  @OneOf(DELIVERY_STATUSES) status: NotificationDeliveryEntity['status'];
  /** Number of attempts. */
  @IntegerProperty() attempts: number;
  /** Why the last attempt failed, or why the message was dropped; null if neither has happened. */
  error: string | null;
  /** `error` with its code and its values, for programs. */
  @Nullable() failure: FailureDto | null;
  /** When the message was created. */
  @InstantProperty() createdAt: string;
  /** When the message was sent; null if it was not. */
  @InstantProperty() sentAt: string | null;
}

export function toNotificationDeliveryDto({
  error,
  ...delivery
}: NotificationDelivery): NotificationDeliveryDto {
  return {
    ...delivery,
    ...failureFields(error),
    createdAt: delivery.createdAt.toISOString(),
    sentAt: delivery.sentAt?.toISOString() ?? null,
  };
}
