import { Roles } from '@app/auth';
import { EnergyProfilesService } from '@app/domain';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  DurationCurveQueryDto,
  DurationPointDto,
  EnergyProfileQueryDto,
  HeatMapDto,
  TypicalDayDto,
} from './energy-profiles.dto';

@ApiTags('Energy')
@Controller('energy')
export class EnergyProfilesController {
  constructor(private readonly profiles: EnergyProfilesService) {}

  /**
   * Get the energy of an area in each hour of each day. Hours are those of the platform time zone. An hour is complete if
   * each meter measured at least 99 % of it. All other hours are null, never 0: hours with a gap, hours before the first
   * reading of a meter, the current hour, and hours that are only partly in the range. The range has the same limit as
   * that of `/energy/details` with the interval `hour`.
   */
  @Get('heat-map')
  @Roles('viewer')
  heatMap(@Query() query: EnergyProfileQueryDto): Promise<HeatMapDto> {
    return this.profiles.heatMap(query);
  }

  /**
   * Get the load duration curve of an area. It shows for which share of the time the mean power of an hour reached or
   * exceeded a value. The points have equal distances from 0 % (the highest power) to 100 % (the lowest power). Only
   * complete hours count, as in `/energy/heat-map`. The list is empty if no hour is complete.
   */
  @Get('duration-curve')
  @Roles('viewer')
  durationCurve(@Query() query: DurationCurveQueryDto): Promise<DurationPointDto[]> {
    return this.profiles.durationCurve(query);
  }

  /**
   * Get the typical day of an area for each weekday. It has the mean power of each hour of the local clock, over all days
   * of the range with this weekday. Only complete hours count, as in `/energy/heat-map`. All seven weekdays are returned,
   * from Monday.
   */
  @Get('typical-days')
  @Roles('viewer')
  typicalDays(@Query() query: EnergyProfileQueryDto): Promise<TypicalDayDto[]> {
    return this.profiles.typicalDays(query);
  }
}
