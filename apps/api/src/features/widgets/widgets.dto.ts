import {
  type Dashboard,
  type DashboardChanges,
  type DashboardContent,
  type DashboardInput,
  GRID_COLUMNS,
  MAX_HEIGHT,
  MAX_ROW,
  type SavedWidget,
  type Widget,
  type WidgetInput,
  type WidgetSettingsChanges,
} from '@app/domain';
import {
  WIDGET_DATA_TYPES,
  WIDGET_TYPES,
  type WidgetDataType,
  type WidgetJson,
  type WidgetType,
} from '@app/entities';
import { DomainError, type ErrorDetail, type Role, USER_ROLE_LIST } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsByteLength, IsInt, IsNotEmpty, IsString, Max, MaxLength, Min } from 'class-validator';
import { AnyJson } from '../../http/body/any-json.decorator';
import { IntegerProperty, RecordId, UuidProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { IsJsonObject } from '../../http/fields/json-object.decorator';
import { NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { bindingFaults, BINDINGS } from './widget-bindings.dto';

const MAX_JSON = 64 * 1024;
const MAX_WIDGETS = 1000;

/** The content of `dataJson`. OpenAPI 3.1 describes JSON within a text with these keywords. */
const JSON_TEXT = {
  contentMediaType: 'application/json',
  contentSchema: {
    anyOf: [
      ...Object.values(BINDINGS).map((dto) => ({ $ref: getSchemaPath(dto) })),
      { description: 'Any JSON, for `static`.' },
    ],
  },
};

/** A whole number from `minimum` to `maximum`. */
function GridNumber(minimum: number, maximum: number): PropertyDecorator {
  return applyDecorators(IsInt(), Min(minimum), Max(maximum), IntegerProperty({ minimum, maximum }));
}

/** A tile of the dashboard. */
export class WidgetDto implements Widget {
  /** Id of the widget, a UUIDv7. On the event stream, its `metricKey` is `widget:` and this id. */
  @IsString() @UuidProperty() id: string;
  /** How the widget looks. */
  @OneOf(WIDGET_TYPES) type: WidgetType;
  /** First column, from 0. The grid has 12 columns. */
  @GridNumber(0, GRID_COLUMNS - 1) layoutX: number;
  /** First row, from 0. */
  @GridNumber(0, MAX_ROW) layoutY: number;
  /** Width in columns. `layoutX + layoutW` is at most 12. */
  @GridNumber(1, GRID_COLUMNS) layoutW: number;
  /** Height in rows. */
  @GridNumber(1, MAX_HEIGHT) layoutH: number;
  /** Settings of the client, at most 65,536 characters as JSON. The service itself reads only `public`. */
  @IsJsonObject({ maxCharacters: MAX_JSON }) config: object;
  /** The kind of data. */
  @OneOf(WIDGET_DATA_TYPES) dataType: WidgetDataType;
  /** Selects the data: a text that contains JSON, at most 65,536 bytes. */
  @IsString() @IsByteLength(0, MAX_JSON) @ApiProperty({ maxLength: MAX_JSON }) dataJson: string;
  /** The data; null until it has been computed for the first time. */
  @AnyJson() data: WidgetJson;
  /** When the data last changed; null until it has been computed for the first time. */
  @InstantProperty() updatedAt: Date | null;
}

/** Null is validated like any other value. Otherwise, a required field could be set to null. */
const OMITTABLE = { skipNullProperties: false };

/**
 * A new widget. `dataJson` depends on `dataType`: `energy`, `points` and `alerts` have the fields of
 * `EnergyBindingDto`, `PointsBindingDto` and `AlertsBindingDto`; for `faults` and `weather`, it is an object without
 * fields; for `static`, `dataJson` is the data itself and may be any JSON.
 */
@ApiExtraModels(...Object.values(BINDINGS))
export class WidgetInputDto extends PickType(WidgetDto, [
  'type',
  'layoutX',
  'layoutY',
  'layoutW',
  'layoutH',
]) {
  /** Settings of the client, at most 65,536 characters as JSON. Default: none. `public: true` publishes the widget. */
  @Omittable() @IsJsonObject({ maxCharacters: MAX_JSON }) config?: object;
  /** The kind of data. Default: `static`. */
  @Omittable() @OneOf(WIDGET_DATA_TYPES) dataType?: WidgetDataType;
  /** Selects the data: a text that contains JSON, at most 65,536 bytes. Default: `{}`. */
  @Omittable()
  @IsString()
  @IsByteLength(0, MAX_JSON)
  @ApiProperty({ maxLength: MAX_JSON, ...JSON_TEXT })
  dataJson?: string;
}

/** The layout and the configuration of a widget. Omitted fields stay as they are. */
export class WidgetSettingsDto
  extends PartialType(PickType(WidgetDto, ['layoutX', 'layoutY', 'layoutW', 'layoutH', 'config']), OMITTABLE)
  implements WidgetSettingsChanges
{
  /** Id of the widget. */
  @IsString() @UuidProperty() id: string;
}

/** The edited layout. Widgets that are not in the list stay as they are. */
export class DashboardSettingsDto {
  /** The changed widgets, each once. */
  @NestedList(WidgetSettingsDto, { max: MAX_WIDGETS })
  widgets: WidgetSettingsDto[];
}

/** A dashboard without its widgets. */
export class DashboardDto implements Dashboard {
  /** Id of the dashboard. 1 is the default dashboard, which the console shows on the overview. */
  @RecordId() id: number;
  /** Display name. The default dashboard has an empty name until somebody names it. */
  @IsString() @IsNotEmpty() @MaxLength(100) name: string;
  /** The lowest role that sees the dashboard; null if only its owner sees it. */
  @Nullable() @OneOf(USER_ROLE_LIST) role: Role | null;
  /** Number of the newest change. Every change of the dashboard or its widgets increases it. */
  @IsInt() @Min(0) @IntegerProperty({ minimum: 0 }) revision: number;
  /** Whether the caller may change the dashboard. */
  isEditable: boolean;
}

/** A dashboard with its widgets and their data. */
export class DashboardContentDto extends DashboardDto implements DashboardContent {
  /** The widgets, from top to bottom. */
  widgets: WidgetDto[];
}

/** A new dashboard. */
export class DashboardInputDto extends PickType(DashboardDto, ['name']) implements DashboardInput {
  /** The lowest role that sees the dashboard. Null or omitted: only you see it. */
  @Omittable() @Nullable() @OneOf(USER_ROLE_LIST) role?: Role | null;
}

/** A widget of a dashboard that is saved as a whole. */
export class SavedWidgetDto extends WidgetInputDto {
  /** Id of a stored widget, whose layout and configuration change. Omitted: the widget is new. */
  @Omittable() @IsString() @UuidProperty() id?: string;
}

/** Changes of a dashboard. Omitted fields stay as they are. */
export class DashboardChangesDto extends PartialType(OmitType(DashboardInputDto, ['role']), OMITTABLE) {
  /** The lowest role that sees the dashboard; null if only you see it. */
  @Omittable() @Nullable() @OneOf(USER_ROLE_LIST) role?: Role | null;
  /** The revision on which the changes are based. Another current revision is refused with `outdated_revision`. */
  @Omittable() @IsInt() @Min(0) @IntegerProperty({ minimum: 0 }) revision?: number;
  /** All widgets. Stored widgets that are missing here are deleted. */
  @Omittable() @NestedList(SavedWidgetDto, { max: MAX_WIDGETS }) widgets?: SavedWidgetDto[];
}

/** @throws DomainError `validation_failed` if `dataJson` is not valid for `dataType` */
export function toWidgetInput(widget: WidgetInputDto): WidgetInput {
  const input = withDefaults(widget);
  assertNoFaults(bindingFaults(input.dataType, input.dataJson));
  return input;
}

/** @throws DomainError `validation_failed` if the `dataJson` of a widget is not valid for its `dataType` */
export function toDashboardChanges({ widgets, ...changes }: DashboardChangesDto): DashboardChanges {
  if (!widgets) return changes;
  const inputs = widgets.map(withDefaults);
  const faults = inputs.flatMap(({ dataType, dataJson }, index) =>
    bindingFaults(dataType, dataJson).map((fault) => ({ ...fault, path: `widgets[${index}].${fault.path}` })),
  );
  assertNoFaults(faults);
  return { ...changes, widgets: inputs };
}

function withDefaults({
  config = {},
  dataType = 'static',
  dataJson = '{}',
  ...widget
}: SavedWidgetDto): SavedWidget {
  return { ...widget, config, dataType, dataJson };
}

function assertNoFaults(faults: ErrorDetail[]): void {
  if (faults.length > 0)
    throw DomainError.invalid(`The request is not valid: ${faults[0]?.message}.`, faults);
}
