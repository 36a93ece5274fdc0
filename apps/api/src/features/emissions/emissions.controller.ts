import { CurrentUser, Roles } from '@app/auth';
import { CarbonFactorsService, EmissionsService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EnergyDetailsQueryDto } from '../energy/energy.dto';
import { RatedPointDto } from '../energy/rated-point.dto';
import { CarbonFactorRefreshDto, CarbonFactorsDto } from './carbon-factors.dto';

@ApiTags('Energy')
@Controller('energy')
export class EmissionsController {
  constructor(
    private readonly emissions: EmissionsService,
    private readonly factors: CarbonFactorsService,
  ) {}

  /**
   * Get emissions per calendar bucket, in kg CO2e. Buckets are ordered by area, then by time. Energy is multiplied by
   * the emission factor of the configured region and scope that was valid at the time of use.
   */
  @Get('emissions')
  @Roles('viewer')
  list(@Query() query: EnergyDetailsQueryDto): Promise<RatedPointDto[]> {
    return this.emissions.points(query);
  }

  /** List the emission factors, grouped by category. */
  @Get('carbon-factors')
  @Roles('viewer')
  async listFactors(): Promise<CarbonFactorsDto> {
    return { factors: await this.factors.tree() };
  }

  /**
   * Refresh the emission factors from the configured source. The new factors replace all current ones. If the source
   * fails or contains an invalid factor, `success` is false and the factors are unchanged.
   */
  @Post('carbon-factors/refresh')
  @Roles('engineer')
  async refreshFactors(@CurrentUser() actor: Actor): Promise<CarbonFactorRefreshDto> {
    const { success, result } = await this.factors.refresh(actor);
    return { success, message: result.message, result };
  }
}
