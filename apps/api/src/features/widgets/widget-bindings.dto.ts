import {
  type AlertsSelection,
  type EnergySelection,
  isCode,
  type PointsSelection,
  WIDGET_METRICS,
  WIDGET_PERIODS,
  type WidgetMetric,
  type WidgetPeriod,
} from '@app/domain';
import type { EnergyType, WidgetDataType } from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity, type ErrorDetail, Rule, say } from '@app/kernel';
import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray } from 'class-validator';
import { plainFault } from '../../http/body/assert-plain';
import { checked, isRecord } from '../../http/body/request.pipe';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { isHarmless } from '../../http/fields/json-object.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { ENERGY_TYPES } from '../energy/energy-types';

const MAX_CODES = 100;

/** `dataJson` of a widget that shows energy. */
export class EnergyBindingDto implements EnergySelection {
  /** Id of an area. If it is omitted, the figures are those of the whole site. */
  @Omittable() @RecordId() areaId?: number;
  /** Energy type. Default: `electricity`. */
  @Omittable() @OneOf(ENERGY_TYPES) energyType?: EnergyType;
  /** Period up to now. Default: `today`. */
  @Omittable() @OneOf(WIDGET_PERIODS) period?: WidgetPeriod;
  /** With `cost` or `emissions`, the data also has `amount` and `amountUnit`. Default: `energy`. */
  @Omittable() @OneOf(WIDGET_METRICS) metric?: WidgetMetric;
}

/** `dataJson` of a widget that shows the last values of points. */
export class PointsBindingDto implements PointsSelection {
  /** Codes of the points. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_CODES)
  @ArrayUnique()
  @Rule('isCode', isCode, say('not_point_code'), { each: true })
  @ApiProperty({ type: [String], minItems: 1, maxItems: MAX_CODES, uniqueItems: true })
  codes: string[];
}

/** `dataJson` of a widget that shows active alerts. */
export class AlertsBindingDto implements AlertsSelection {
  /** Only alerts of this severity or a higher one. If it is omitted, all alerts are shown. */
  @Omittable() @OneOf(ALERT_SEVERITIES) minSeverity?: AlertSeverity;
}

/**
 * The fields of `dataJson` by type of data. The types that are missing here have no fields, except `static`, which may
 * contain any JSON.
 */
export const BINDINGS: Partial<Record<WidgetDataType, Type<object>>> = {
  energy: EnergyBindingDto,
  points: PointsBindingDto,
  alerts: AlertsBindingDto,
};

/** Returns the problems of `dataJson`. Unknown fields are ignored, and a static widget may contain any JSON. */
export function bindingFaults(dataType: WidgetDataType, dataJson: string): ErrorDetail[] {
  let value: unknown;
  try {
    value = JSON.parse(dataJson);
  } catch {
    return [{ path: 'dataJson', ...say('malformed_json_text') }];
  }
  const fault = plainFault(value);
  if (fault) return [{ ...fault, path: pathOf(fault.path) }];
  if (!isHarmless(value)) return [{ path: 'dataJson', ...say('forbidden_property') }];
  if (dataType === 'static') return [];
  if (!isRecord(value)) return [{ path: 'dataJson', ...say('not_object') }];
  const dto = BINDINGS[dataType];
  if (!dto) return [];
  return checked(dto, value).details.map((fault) => ({ ...fault, path: pathOf(fault.path) }));
}

function pathOf(path: string): string {
  return path === '' || path.startsWith('[') ? `dataJson${path}` : `dataJson.${path}`;
}
