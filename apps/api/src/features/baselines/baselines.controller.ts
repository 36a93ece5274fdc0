import { CurrentUser, Roles } from '@app/auth';
import { BaselineSavingsService, BaselinesService, OutdoorTemperatureService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  BaselineChangesDto,
  BaselineDto,
  BaselineInputDto,
  DegreeDayQueryDto,
  DegreeDaysDto,
  toBaselineDto,
} from './baselines.dto';
import {
  FittedBaselineDto,
  ModelDaysDto,
  NormalizedDto,
  NormalizedQueryDto,
  SavingsDto,
  SavingsQueryDto,
  toFittedBaselineDto,
  toNormalizedDto,
  toSavingsDto,
} from './savings.dto';

@ApiTags('Baselines')
@Controller('energy')
export class BaselinesController {
  constructor(
    private readonly baselines: BaselinesService,
    private readonly baselineSavings: BaselineSavingsService,
    private readonly temperature: OutdoorTemperatureService,
  ) {}

  /**
   * Get heating or cooling degree days by hour, day, week, month or year. The temperature is that of the point
   * `weather.temperaturePointCode` in the platform configuration, from its history or from imported readings. The mean
   * temperature of an hour is known if at least half of it was measured.
   */
  @Get('degree-days')
  @Roles('viewer')
  async degreeDays(@Query() query: DegreeDayQueryDto): Promise<DegreeDaysDto[]> {
    const points = await this.temperature.degreeDays(query);
    return points.map(({ startMs, ...point }) => ({ timestamp: new Date(startMs).toISOString(), ...point }));
  }

  /** List baselines, oldest first. */
  @Get('baselines')
  @Roles('viewer')
  @Paged(BaselineDto)
  async list(@Query() query: PageQuery): Promise<Page<BaselineDto>> {
    return mapPage(await this.baselines.list(query), toBaselineDto);
  }

  /**
   * Create a baseline: a period of an area before a measure that saves energy. It is deleted with its area. Nothing is
   * computed until the baseline is read.
   */
  @Post('baselines')
  @Roles('engineer')
  @Created()
  async create(@CurrentUser() actor: Actor, @Body() baseline: BaselineInputDto): Promise<BaselineDto> {
    return toBaselineDto(await this.baselines.create(actor, baseline));
  }

  /**
   * Get a baseline with a model of its energy, fitted by least squares. The model explains the complete days of the
   * period: days whose hours all have a complete energy of the area and a temperature. It needs 270 such days, or nine
   * months with nine tenths of their days for the method `monthlyDegreeDays`. The balance points are searched in steps
   * of 0.5 °C. The form with the highest adjusted R² is chosen, if its slopes are significant and physical, unless
   * the baseline has a `form`.
   */
  @Get('baselines/:id')
  @Roles('viewer')
  async find(@IdParam() id: number): Promise<FittedBaselineDto> {
    return toFittedBaselineDto(await this.baselineSavings.fitted(id));
  }

  /** Update a baseline. Only fields in the body change; a list replaces the whole list. */
  @Put('baselines/:id')
  @Roles('engineer')
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: BaselineChangesDto,
  ): Promise<BaselineDto> {
    return toBaselineDto(await this.baselines.change(actor, id, changes));
  }

  /** Delete a baseline. */
  @Delete('baselines/:id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.baselines.remove(actor, id);
    return SUCCESS;
  }

  /**
   * Get the saving since a measure. It is the energy that the model of the baseline expects with the actual temperatures
   * and with the adjustments, minus the actual energy. Both are those of complete days, so a gap does not look like a
   * saving. Without a model, there are no points, and `missing` says why.
   */
  @Get('baselines/:id/savings')
  @Roles('viewer')
  async savings(@IdParam() id: number, @Query() query: SavingsQueryDto): Promise<SavingsDto> {
    return toSavingsDto(await this.baselineSavings.savings(id, query));
  }

  /**
   * Get the complete days of a baseline. Their mean temperature, their energy and the energy that the model expects show
   * how the energy depends on the temperature. Without a model, there are no days, and `missing` says why.
   */
  @Get('baselines/:id/days')
  @Roles('viewer')
  days(@IdParam() id: number): Promise<ModelDaysDto> {
    return this.baselineSavings.modelDays(id);
  }

  /**
   * Get the energy of months or years at the usual weather. It is the actual energy of the complete days, plus what the
   * model of the baseline expects at the usual weather, minus what it expects at the actual weather. The usual weather of a
   * day is that of the days up to five days before and after its date in all years with temperatures, at most 10. Without a
   * model, there are no points, and `missing` says why.
   */
  @Get('baselines/:id/normalized')
  @Roles('viewer')
  async normalized(@IdParam() id: number, @Query() query: NormalizedQueryDto): Promise<NormalizedDto> {
    return toNormalizedDto(await this.baselineSavings.normalized(id, query));
  }
}
