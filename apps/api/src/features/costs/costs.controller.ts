import { Roles } from '@app/auth';
import { CostsService } from '@app/domain';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EnergyDetailsQueryDto } from '../energy/energy.dto';
import { RatedPointDto } from '../energy/rated-point.dto';

@ApiTags('Energy')
@Controller('energy/costs')
export class CostsController {
  constructor(private readonly costs: CostsService) {}

  /**
   * Get the cost of energy per calendar bucket. Buckets are ordered by area, then by time. Energy is multiplied by the
   * price of the tariff at the time of use. Each value is computed exactly and rounded half up to the currency's minor
   * unit.
   */
  @Get()
  @Roles('viewer')
  list(@Query() query: EnergyDetailsQueryDto): Promise<RatedPointDto[]> {
    return this.costs.points(query);
  }
}
