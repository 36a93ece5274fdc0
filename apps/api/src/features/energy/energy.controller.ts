import { CurrentUser, Roles } from '@app/auth';
import {
  AreaCardsService,
  AreasService,
  EnergyDetailsService,
  EnergyStatsService,
  GatewayCatalogueService,
  MeterJobsService,
  MeterRereadService,
} from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AreaSetDto, AreasDto, SavedAreasDto, toAreasDto, warningsOf } from './area.dto';
import {
  BalancePointDto,
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
    private readonly catalogue: GatewayCatalogueService,
  ) {}

  /** List the areas. Each has its current figures, its limits and its meters. */
  @Get('areas')
  @Roles('viewer')
  async listAreas(@Query() { energyType = 'electricity' }: EnergyTypeQuery): Promise<AreasDto> {
    const site = await this.areas.site();
    return toAreasDto(site, await this.cards.cardsOf(site, energyType));
  }

  /**
   * Update the set of areas. The body is the complete set: an area that is not in it is deleted. Readings of meters
   * that stay are kept. The history of a new meter is read in the background; `historyProgress` shows the progress. A
   * meter whose point the gateway does not list is saved with a warning.
   */
  @Put('areas')
  @Roles('engineer')
  async replaceAreas(@CurrentUser() actor: Actor, @Body() set: AreaSetDto): Promise<SavedAreasDto> {
    const site = await this.areas.replace(actor, set.areas);
    await this.meterJobs.queueDue();
    const codes = [...site.metersByArea.values()]
      .flat()
      .flatMap(({ kind, pointCode }) => (kind === 'formula' ? [] : [pointCode]));
    const warnings = warningsOf(set, await this.catalogue.unknownCodes(codes));
    const { areas } = toAreasDto(site, await this.cards.cardsOf(site, 'electricity'));
    return { areas, warnings };
  }

  /** Get energy per calendar bucket. Buckets are ordered by area, then by time. */
  @Get('details')
  @Roles('viewer')
  details(@Query() query: EnergyDetailsQueryDto): Promise<EnergyPointDto[]> {
    return this.energyDetails.points(query);
  }

  /**
   * Get the balance of areas per calendar bucket. It compares the energy of an area's own meters with the sum of its
   * child areas, and returns the rest. Buckets are ordered by area, then by time.
   */
  @Get('balance')
  @Roles('viewer')
  balance(@Query() query: EnergyDetailsQueryDto): Promise<BalancePointDto[]> {
    return this.energyDetails.balance(query);
  }

  /** Get the statistics of a period, compared with the previous period. */
  @Get('stats')
  @Roles('viewer')
  stats(@Query() query: EnergyStatsQueryDto): Promise<EnergyStatsDto> {
    return this.energyStats.stats(query);
  }

  /**
   * Start reading the gateway's history again. Use this if the gateway has corrected readings or delivered them late.
   * The energy of an hour does not change if its readings are older than the retention period.
   */
  @Post('rereads')
  @Roles('engineer')
  async reread(@Body() request: RereadDto): Promise<RereadStartedDto> {
    const meters = await this.rereads.readAgain(request);
    await this.meterJobs.queueDue();
    return { meters };
  }
}
