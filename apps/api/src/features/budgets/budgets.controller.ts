import { CurrentUser, Roles } from '@app/auth';
import { BenchmarksService, BudgetsService, BudgetStatesService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  BenchmarkDto,
  BenchmarksQueryDto,
  BudgetChangesDto,
  BudgetDto,
  BudgetInputDto,
  BudgetStateDto,
  BudgetStateQueryDto,
  toBudgetDto,
} from './budgets.dto';

@ApiTags('Budgets')
@Controller('energy')
export class BudgetsController {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly states: BudgetStatesService,
    private readonly benchmarkList: BenchmarksService,
  ) {}

  /** List budgets, oldest first. */
  @Get('budgets')
  @Roles('viewer')
  @Paged(BudgetDto)
  async list(@Query() query: PageQuery): Promise<Page<BudgetDto>> {
    return mapPage(await this.budgets.list(query), toBudgetDto);
  }

  /**
   * Create a budget. An area has at most one budget per energy type and year; another one is refused with the code
   * `budget_exists`. It is deleted with its area. Every hour, the current month of each budget is checked. If it will be
   * missed, an alert of the type `budget` is raised. The alert is cleared when this is no longer true.
   */
  @Post('budgets')
  @Roles('engineer')
  @Created()
  async create(@CurrentUser() actor: Actor, @Body() budget: BudgetInputDto): Promise<BudgetDto> {
    return toBudgetDto(await this.budgets.create(actor, budget));
  }

  /** Get a budget. */
  @Get('budgets/:id')
  @Roles('viewer')
  async find(@IdParam() id: number): Promise<BudgetDto> {
    return toBudgetDto(await this.budgets.find(id));
  }

  /** Update a budget. Only fields in the body change; `months` replaces all months. */
  @Put('budgets/:id')
  @Roles('engineer')
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: BudgetChangesDto,
  ): Promise<BudgetDto> {
    return toBudgetDto(await this.budgets.change(actor, id, changes));
  }

  /** Delete a budget. */
  @Delete('budgets/:id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.budgets.remove(actor, id);
    return SUCCESS;
  }

  /**
   * Get the actual energy of a month, and a forecast of the whole month. The forecast adds up the complete hours of the
   * area. Each other hour, in the future or with a gap, counts with the mean power of the same hour of the week in the
   * last 8 weeks. If this mean is not known for an hour, there is no forecast, and `missing` says why.
   */
  @Get('budgets/:id/state')
  @Roles('viewer')
  state(@IdParam() id: number, @Query() { month }: BudgetStateQueryDto): Promise<BudgetStateDto> {
    return this.states.state(id, month);
  }

  /**
   * List areas by their consumption per square metre. The list has the areas with a floor area, ordered by rank. Areas
   * without a rank come last. Energies, costs and emissions are those of `/energy/details`, `/energy/costs` and `/energy/emissions`.
   */
  @Get('benchmarks')
  @Roles('viewer')
  benchmarks(@Query() query: BenchmarksQueryDto): Promise<BenchmarkDto[]> {
    return this.benchmarkList.list(query);
  }
}
