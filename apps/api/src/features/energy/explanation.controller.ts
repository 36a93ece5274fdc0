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
   * Show what is behind the energy, emissions or costs of a range. The value equals the value
   * of a bucket of `/energy/details`, `/energy/emissions` or `/energy/costs` with the same range. The shares of the
   * meters add up to it exactly, and so do the parts of the emission factors or prices. At most 10,000 readings are
   * shown. A range with more readings is refused.
   */
  @Get()
  @Roles('engineer')
  async explain(@Query() query: ExplanationQueryDto): Promise<ExplanationDto> {
    return toExplanationDto(await this.explanations.explain(query), query.metric);
  }
}
