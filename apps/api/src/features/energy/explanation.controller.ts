import { Roles } from '@app/auth';
import { ExplanationsService } from '@app/domain';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ExplanationDto, ExplanationQueryDto, toExplanationDto } from './explanation.dto';

@ApiTags('Energy')
@Controller('energy/explain')
export class ExplanationController {
  constructor(private readonly explanations: ExplanationsService) {}

  /**
   * Get the readings, factors and prices behind a figure. The figure is the energy, the emissions or the costs of a
   * range. It equals the value of a bucket with the same range in `/energy/details`, `/energy/emissions` or
   * `/energy/costs`. The shares of the meters add up exactly to the value, and so do the amounts of the emission
   * factors or prices. At most 10,000 readings are shown. A range with more readings is refused.
   */
  @Get()
  @Roles('engineer')
  async explain(@Query() query: ExplanationQueryDto): Promise<ExplanationDto> {
    return toExplanationDto(await this.explanations.explain(query), query.metric);
  }
}
