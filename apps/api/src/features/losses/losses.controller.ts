import { CurrentUser, Roles } from '@app/auth';
import { LossesService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Paged } from '../../http/reference/responses.decorator';
import { LossDto, LossQueryDto, LossReasonDto, toLossDto } from './losses.dto';

@ApiTags('Losses')
@Controller('losses')
export class LossesController {
  constructor(private readonly losses: LossesService) {}

  /**
   * List losses, the most expensive first. Losses whose cost is not known follow, ordered by their energy. Every day, each
   * area with meters of its own is judged by the rules. An open loss has an active alert of the type `loss`.
   */
  @Get()
  @Roles('viewer')
  @Paged(LossDto)
  async list(@Query() query: LossQueryDto): Promise<Page<LossDto>> {
    return mapPage(await this.losses.list(query), toLossDto);
  }

  /**
   * Dismiss an open loss. It stays dismissed until its rule no longer finds it, and its alert is cleared. If the rule
   * finds it again later, it is a new loss.
   */
  @Post(':id/dismiss')
  @Roles('operator')
  @ApiConflictResponse({ description: 'The loss is not open (`loss_not_open`).' })
  async dismiss(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() { reason }: LossReasonDto,
  ): Promise<LossDto> {
    return toLossDto(await this.losses.dismiss(actor, id, reason));
  }
}
