import { CurrentUser, Roles } from '@app/auth';
import {
  AreaCardsService,
  AreasService,
  EnergyDetailsService,
  EnergyStatsService,
  MeterJobsService,
  MeterRereadService,
} from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Accepted } from '../../http/responses.decorator';
import { AreaSetDto, AreasDto, toAreasDto } from './area.dto';
import {
  EnergyDetailsQueryDto,
  EnergyPointDto,
  EnergyStatsDto,
  EnergyStatsQueryDto,
  EnergyTypeQuery,
  RereadDto,
  RereadStartedDto,
} from './energy.dto';

@ApiTags('Energy')
@Controller('energy')
export class EnergyController {
  constructor(
    private readonly areas: AreasService,
    private readonly cards: AreaCardsService,
    private readonly energyDetails: EnergyDetailsService,
    private readonly energyStats: EnergyStatsService,
    private readonly meterJobs: MeterJobsService,
    private readonly rereads: MeterRereadService,
  ) {}

  /** Lists the areas: each at a glance, with its limits and meters. */
  @Get('areas')
  @Roles('viewer')
  async listAreas(@Query() { energyType = 'electricity' }: EnergyTypeQuery): Promise<AreasDto> {
    const site = await this.areas.site();
    return toAreasDto(site, await this.cards.cardsOf(site, energyType));
  }

  /** Puts a set of areas in the place of the present one. The readings of meters that stay are kept. */
  @Put('areas')
  @Roles('engineer')
  async replaceAreas(@CurrentUser() actor: Actor, @Body() { areas }: AreaSetDto): Promise<AreasDto> {
    const site = await this.areas.replace(actor, areas);
    await this.meterJobs.queueDue();
    return toAreasDto(site, await this.cards.cardsOf(site, 'electricity'));
  }

  /** Tells the energy of each calendar bucket, by area and then by time. */
  @Get('details')
  @Roles('viewer')
  details(@Query() query: EnergyDetailsQueryDto): Promise<EnergyPointDto[]> {
    return this.energyDetails.points(query);
  }

  /** Tells total, mean and peak of a period beside those of the one before. */
  @Get('stats')
  @Roles('viewer')
  stats(@Query() query: EnergyStatsQueryDto): Promise<EnergyStatsDto> {
    return this.energyStats.stats(query);
  }

  /** Has the gateway's history read again, for readings that were corrected or came later than two days. */
  @Post('rereads')
  @Roles('engineer')
  @Accepted()
  async reread(@Body() { from, pointCodes }: RereadDto): Promise<RereadStartedDto> {
    const meters = await this.rereads.readAgain(from, pointCodes);
    await this.meterJobs.queueDue();
    return { meters };
  }
}
