import type { AlertChanges, AlertFilter, AlertInput, AlertRecord, ShelveInput } from '@app/domain';
import {
  ALERT_EVENT_KINDS,
  ALERT_SOURCES,
  type AlertEventEntity,
  type AlertEventKind,
  type AlertSource,
  type PointJson,
} from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity } from '@app/kernel';
import { PartialType, PickType } from '@nestjs/swagger';
import { IsNotEmpty, IsNumber, IsString, MaxLength } from 'class-validator';
import { AnyJson } from '../../http/body/any-json.decorator';
import { MessageDto } from '../../http/errors/error.dto';
import { IntegerProperty, RecordId, UuidProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { IsJsonValue } from '../../http/fields/json-value.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryBoolean, QueryRecordId } from '../../http/fields/query.decorators';

const VALUE_CHARACTERS = 10_000;
const STATUSES = ['active', 'cleared'] as const;

/** Filters of a list of alerts. At most one of `areaId`, `pointCode` and `source` may be given. */
export class AlertQueryDto extends PageQuery implements AlertFilter {
  /** `active`: only active alerts, including shelved ones. `cleared`: only cleared alerts. */
  @Omittable() @OneOf(STATUSES) status?: AlertRecord['status'];
  /** Only alerts of this severity. */
  @Omittable() @OneOf(ALERT_SEVERITIES) severity?: AlertSeverity;
  /** Only alerts that are acknowledged, or only alerts that are not. */
  @Omittable() @QueryBoolean() acknowledged?: boolean;
  /** Only alerts that are shelved, or only alerts that are not. */
  @Omittable() @QueryBoolean() shelved?: boolean;
  /** Only alerts of this area. */
  @Omittable() @QueryRecordId() areaId?: number;
  /** Only alerts of this point. */
  @Omittable() @IsString() @MaxLength(255) pointCode?: string;
  /** Only alerts of this source. */
  @Omittable() @OneOf(ALERT_SOURCES) source?: AlertSource;
  /** Only alerts that were raised at or after this instant. */
  @Omittable() @IsInstant() from?: string;
  /** Only alerts that were raised before this instant. */
  @Omittable() @IsInstant() to?: string;
}

/** A problem that is active, or was active until it was cleared. */
export class AlertDto implements AlertRecord {
  /** Id of the alert. */
  @RecordId() id: number;
  /** The part of the system that raised the alert: the gateway, an alert rule, a workflow or a person. */
  @OneOf(ALERT_SOURCES) source: AlertSource;
  /** Kind of problem. At most one alert per source, type and originator is active. */
  @IsString() @IsNotEmpty() @MaxLength(100) type: string;
  /** The thing that has the problem, for example a point code. */
  originator: string;
  /** How severe the problem is. */
  @OneOf(ALERT_SEVERITIES) severity: AlertSeverity;
  /** Status of the alert. */
  @OneOf(STATUSES) status: AlertRecord['status'];
  /** Whether somebody has acknowledged the alert. */
  acknowledged: boolean;
  /** Code of the point; null if the alert does not concern a point. */
  @Nullable() @IsString() @IsNotEmpty() @MaxLength(255) pointCode: string | null;
  /** Id of the area; null if there is none. The area may have been deleted since then. */
  @Nullable() @RecordId() areaId: number | null;
  /** Short text. */
  @IsString() @IsNotEmpty() @MaxLength(255) title: string;
  /** Longer text. */
  @Nullable() @IsString() @MaxLength(2000) message: string | null;
  /** The code and values of `title`; null if the platform has not written it. */
  @Nullable() titleText: MessageDto | null;
  /** The code and values of `message`; null if the platform has not written it. */
  @Nullable() messageText: MessageDto | null;
  /** The value in the last report of the problem; null if the report had none. */
  @AnyJson() value: AlertRecord['value'];
  /** The threshold that the value crossed; null if there is none. */
  threshold: number | null;
  /** How often the problem was reported. */
  @IntegerProperty({ minimum: 1 }) occurrences: number;
  /** When the problem began. */
  @InstantProperty() raisedAt: Date;
  /** When the problem was last reported. */
  @InstantProperty() lastRaisedAt: Date;
  /** When the alert was acknowledged. */
  @InstantProperty() acknowledgedAt: Date | null;
  /** The username of the person who acknowledged the alert. */
  acknowledgedBy: string | null;
  /** When the alert was cleared; null while it is active. */
  @InstantProperty() clearedAt: Date | null;
  /** The username, or the name of the part of the service that cleared the alert. */
  clearedBy: string | null;
  /** End of the shelving; null if the alert is not shelved. */
  @InstantProperty() shelvedUntil: Date | null;
  /** The username of the person who shelved the alert. */
  shelvedBy: string | null;
  /** Why the alert is shelved. */
  shelveReason: string | null;
}

/** A new alert. */
export class AlertInputDto extends PickType(AlertDto, ['severity', 'title']) implements AlertInput {
  /** Kind of problem. Default: `manual`. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(100) type?: string;
  /** Longer text. */
  @Omittable() @Nullable() @IsString() @MaxLength(2000) message?: string | null;
  /** Code of the point. */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(255) pointCode?: string | null;
  /** Id of the area. Default: the area of the meter that reads the point. */
  @Omittable() @Nullable() @RecordId() areaId?: number | null;
  /** Id of the object that has the problem. It determines the default originator and is not stored otherwise. */
  @Omittable() @Nullable() @RecordId() objectId?: number | null;
  /**
   * The thing that has the problem. Default: `pointCode`, otherwise `object:` with the id of the object, otherwise
   * `area:` with the id of the area, otherwise `title:` with a hash of the title.
   */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(255) originator?: string | null;
  /** The value that caused the alert. */
  @Omittable() @AnyJson() @IsJsonValue({ maxCharacters: VALUE_CHARACTERS }) value?: PointJson;
  /** The threshold that the value crossed. */
  @Omittable() @Nullable() @IsNumber() threshold?: number | null;
}

/** Changes of an alert. */
export class AlertChangesDto
  extends PartialType(PickType(AlertDto, ['severity', 'title', 'message']), { skipNullProperties: false })
  implements AlertChanges {}

/** A note for the history. */
export class AlertNoteDto {
  /** The note. */
  @Omittable() @Nullable() @IsString() @MaxLength(1000) note?: string | null;
}

/** How long and why an alert is shelved. */
export class ShelveAlertDto implements ShelveInput {
  /** End of the shelving, in the future. */
  @IsInstant() untilAt: string;
  /** Why the alert is shelved. */
  @IsString() @IsNotEmpty() @MaxLength(1000) reason: string;
}

/** One event in the history of an alert. */
export class AlertEventDto implements AlertEventEntity {
  /** UUIDv7. */
  @UuidProperty() id: string;
  /** Id of the alert. */
  @RecordId() alertId: number;
  /** When the event happened. If the event stands for several repeats: when the first one happened. */
  @InstantProperty() at: Date;
  /** Kind of the event. Consecutive repeats are stored as one event. */
  @OneOf(ALERT_EVENT_KINDS) kind: AlertEventKind;
  /** For `repeated`: number of repeats. For all other kinds: 1. */
  @IntegerProperty({ minimum: 1 }) count: number;
  /** When the last of several repeats happened; equal to `at` for a single event. */
  @InstantProperty() lastAt: Date;
  /** Severity after the event. */
  @OneOf(ALERT_SEVERITIES) severity: AlertSeverity;
  /**
   * End of the shelving. Set for `shelved`, and for `raised` if the alert was shelved from the start; otherwise null.
   */
  @InstantProperty() shelvedUntil: Date | null;
  /** Id of the user who acted; null if the service acted. */
  @RecordId() userId: number | null;
  /** The username at that time, or the name of the part of the service that acted. */
  username: string;
  /** The note; null if there is none. */
  note: string | null;
  /** The code and values of `note`; null if the platform has not written it. */
  @Nullable() noteText: MessageDto | null;
}
