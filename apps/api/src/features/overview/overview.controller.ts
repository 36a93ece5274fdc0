import { Roles } from '@app/auth';
import { EnergyChartService, SiteOverviewService } from '@app/domain';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EnergyTypeQuery } from '../energy/energy.dto';
import { EnergyChartDto, EnergyChartQueryDto, OverviewStatsDto } from './overview.dto';

@ApiTags('Overview')
@Controller('overview')
export class OverviewController {
  constructor(
    private readonly overview: SiteOverviewService,
    private readonly charts: EnergyChartService,
  ) {}

  /** Get the figures of the whole site. Energy, emissions and cost cover one energy type. */
  @Get('stats')
  @Roles('viewer')
  stats(@Query() { energyType }: EnergyTypeQuery): Promise<OverviewStatsDto> {
    return this.overview.stats(energyType);
  }

  /** Get the energy of the whole site, compared with the previous period. */
  @Get('energy-chart')
  @Roles('viewer')
  energyChart(@Query() { period, energyType }: EnergyChartQueryDto): Promise<EnergyChartDto> {
    return this.charts.chart(period, energyType);
  }
}
