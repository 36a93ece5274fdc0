import type {
  PublicArea,
  PublicCourse,
  PublicDashboard,
  PublicDay,
  PublicHour,
  PublicSite,
  PublicWidget,
} from '@app/domain';
import type { WeatherConditions } from '@app/entities';
import type { AlertSeverity } from '@app/kernel';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { IntegerProperty, RecordId, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nullable } from '../../http/fields/omittable.decorator';
import { WidgetDto } from '../widgets/widgets.dto';

/** Electricity of an area. */
export class PublicAreaDto implements PublicArea {
  /** Id of the area. */
  @RecordId() id: number;
  /** Id of the area that contains this one; null for none. The figures of an area include those of the areas in it. */
  @Nullable() @RecordId() parentId: number | null;
  /** Name of the area. */
  name: string;
  /** Current power in kW; null if there is no recent reading. */
  currentPower: number | null;
  /** Energy since midnight in kWh; null if nothing was measured. */
  energyToday: number | null;
  /** Energy of the whole previous day in kWh; null if nothing was measured. */
  energyYesterday: number | null;
}

/** Electricity of the whole site. Each meter counts once, even if several areas have it. */
export class PublicSiteDto
  extends PickType(PublicAreaDto, ['currentPower', 'energyToday', 'energyYesterday'])
  implements PublicSite
{
  /**
   * The change since the same part of yesterday in percent. It compares only the hours of meters with data on both
   * days. Null if there are none.
   */
  comparedToYesterday: number | null;
  /** Measured share of today, averaged over the meters, from 0 to 1. */
  @ShareProperty() coverage: number;
  /** Number of meters without recent readings. */
  @IntegerProperty({ minimum: 0 }) silentMeterCount: number;
}

/** Electricity of the whole site in an hour. */
export class PublicHourDto implements PublicHour {
  /** Start of the hour. */
  @InstantProperty() timestamp: string;
  /** Mean power of the measured part of the hour in kW; null if nothing was measured. */
  kw: number | null;
}

/** Electricity of the whole site on a day. */
export class PublicDayDto implements PublicDay {
  /** Local date. */
  @ApiProperty({ example: '2026-03-29' }) date: string;
  /** Energy of the day in kWh, for today until now; null if nothing was measured. */
  energy: number | null;
}

/** Electricity of the whole site over time. Each meter counts once, even if several areas have it. */
export class PublicCourseDto implements PublicCourse {
  /** The hours of today until now. */
  today: PublicHourDto[];
  /** The hours of the previous day. */
  yesterday: PublicHourDto[];
  /** Today and the six days before it, in order. */
  week: PublicDayDto[];
}

/** Numbers of active alerts by severity. Shelved alerts do not count. */
export class AlertCountsDto implements Record<AlertSeverity, number> {
  /** Critical alerts. */
  @IntegerProperty() critical: number;
  /** Major alerts. */
  @IntegerProperty() major: number;
  /** Minor alerts. */
  @IntegerProperty() minor: number;
  /** Warnings. */
  @IntegerProperty() warning: number;
  /** Alerts of unknown severity. */
  @IntegerProperty() indeterminate: number;
}

/** The weather at the building. */
export class WeatherConditionsDto implements WeatherConditions {
  /** Temperature in °C. */
  temperatureC: number;
  /** Relative humidity in percent. */
  humidityPercent: number;
  /** Short description by the weather provider. */
  description: string;
  /** Name of the weather provider's picture for these conditions. */
  icon: string;
  /** Wind speed in metres per second. */
  windMetersPerSecond: number;
  /** When the weather was observed. */
  @InstantProperty() observedAt: string;
}

/** A published widget. Its data does not contain the texts of alerts. */
export class PublicWidgetDto
  extends PickType(WidgetDto, [
    'id',
    'type',
    'layoutX',
    'layoutY',
    'layoutW',
    'layoutH',
    'config',
    'dataType',
    'data',
    'updatedAt',
  ])
  implements PublicWidget {}

/** The public figures. */
export class PublicDashboardDto implements PublicDashboard {
  /** The platform's name. */
  platformName: string;
  /** Electricity of the whole site. */
  site: PublicSiteDto;
  /** Electricity of the whole site over time. */
  course: PublicCourseDto;
  /** Electricity of all areas. */
  areas: PublicAreaDto[];
  /** Active alerts by severity. */
  alerts: AlertCountsDto;
  /** The weather; null if none is configured or known. */
  weather: WeatherConditionsDto | null;
  /** The widgets whose `config.public` is true, from top to bottom. */
  widgets: PublicWidgetDto[];
  /** When the figures were read. */
  @InstantProperty() updatedAt: string;
}
