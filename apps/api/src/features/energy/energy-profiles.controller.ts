import { Roles } from '@app/auth';
import { DemandService, EnergyProfilesService } from '@app/domain';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  DemandPointDto,
  DemandQueryDto,
  DurationCurveQueryDto,
  DurationPointDto,
  EnergyProfileQueryDto,
  HeatMapDto,
  TypicalDayDto,
} from './energy-profiles.dto';

@ApiTags('Energy')
@Controller('energy')
export class EnergyProfilesController {
  constructor(
    private readonly profiles: EnergyProfilesService,
    private readonly demands: DemandService,
  ) {}

  /**
   * Get the energy of an area or of the site in each hour of each day. Hours are those of the platform time zone. An hour is complete if
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
   * Get the load duration curve of an area or of the site. It shows for which share of the time the mean power of an hour reached or
   * exceeded a value. The points have equal distances from 0 % (the highest power) to 100 % (the lowest power). Only
   * complete hours count, as in `/energy/heat-map`. The list is empty if no hour is complete.
   */
  @Get('duration-curve')
  @Roles('viewer')
  durationCurve(@Query() query: DurationCurveQueryDto): Promise<DurationPointDto[]> {
    return this.profiles.durationCurve(query);
  }

  /**
   * Get the typical day of an area or of the site for each weekday. It has the mean power of each hour of the local clock, over all days
   * of the range with this weekday. Only complete hours count, as in `/energy/heat-map`. All seven weekdays are returned,
   * from Monday.
   */
  @Get('typical-days')
  @Roles('viewer')
  typicalDays(@Query() query: EnergyProfileQueryDto): Promise<TypicalDayDto[]> {
    return this.profiles.typicalDays(query);
  }

  /**
   * Get the highest demand of an area per calendar bucket. Demand is the mean power of a window, computed from the stored
   * readings of the meters with corrections. A window counts if every meter measured all of it, and if it lies within one
   * bucket and within the range. It does not count if its start or its end lies in a gap between readings, or in the
   * interval of an interval meter, because the energy on both sides is then an estimate. Fixed windows begin at each full
   * hour of the platform time zone. Sliding windows begin at any instant: the exact maximum is found, because the power is
   * constant between two readings. The range has the same limit as that of `/energy/details` with the interval `hour`.
   * Sliding windows and windows of 10 minutes need the stored readings. They are refused for more than 100 meters or
   * 200,000 readings, and they do not count if readings were deleted after their retention period.
   */
  @Get('demand')
  @Roles('viewer')
  demand(@Query() query: DemandQueryDto): Promise<DemandPointDto[]> {
    return this.demands.demand(query);
  }
}
