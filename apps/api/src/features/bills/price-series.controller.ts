import { CurrentUser, Roles } from '@app/auth';
import { PriceSeriesService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConflictResponse, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { csvTextOf } from '../../http/body/csv-body';
import { assertType, assertUtf8 } from '../../http/body/json-body';
import { ReadsOwnBody } from '../../http/body/reads-own-body.decorator';
import { bodyBytesReader } from '../../http/body/request-body';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  PriceImportDto,
  PriceSeriesChangesDto,
  PriceSeriesDto,
  PriceSeriesInputDto,
  toPriceSeriesDto,
} from './price-series.dto';

const CSV = 'text/csv';
const readBody = bodyBytesReader(4 * 1024 * 1024);

@ApiTags('Bills')
@Controller('energy/price-series')
export class PriceSeriesController {
  constructor(private readonly series: PriceSeriesService) {}

  /** List price series, oldest first. */
  @Get()
  @Roles('viewer')
  @Paged(PriceSeriesDto)
  async list(@Query() query: PageQuery): Promise<Page<PriceSeriesDto>> {
    return mapPage(await this.series.list(query), toPriceSeriesDto);
  }

  /** Create a price series. Its prices are imported later, or fetched each hour. */
  @Post()
  @Roles('engineer')
  @Created()
  async create(@CurrentUser() actor: Actor, @Body() series: PriceSeriesInputDto): Promise<PriceSeriesDto> {
    return toPriceSeriesDto(await this.series.create(actor, series));
  }

  /** Get a price series. */
  @Get(':id')
  @Roles('viewer')
  async find(@IdParam() id: number): Promise<PriceSeriesDto> {
    return toPriceSeriesDto(await this.series.find(id));
  }

  /** Update a price series. A new address is fetched from within a minute. */
  @Put(':id')
  @Roles('engineer')
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: PriceSeriesChangesDto,
  ): Promise<PriceSeriesDto> {
    return toPriceSeriesDto(await this.series.change(actor, id, changes));
  }

  /** Delete a price series with its prices. */
  @Delete(':id')
  @Roles('engineer')
  @ApiConflictResponse({ description: 'A contract uses the price series (`series_in_use`).' })
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.series.remove(actor, id);
    return SUCCESS;
  }

  /**
   * Import prices from a CSV file with the columns `timestamp,price`. A timestamp is ISO 8601, at the start of a
   * quarter of an hour. Without an offset, it is in the platform time zone: when the clocks are set back, the order of
   * the lines determines to which of the two hours a line belongs. A time that the clocks skip is refused. A price
   * applies until the next one, but at most for an hour; the last one applies for as long as the one before it. Prices
   * of the same times are replaced. If a line cannot be read, nothing is imported, and the answer is 400 with the
   * refused lines. A call imports at most 40,000 prices in 4 MB.
   */
  @Post(':id/import')
  @Roles('engineer')
  @ReadsOwnBody()
  @ApiConsumes(CSV)
  @ApiBody({ schema: { type: 'string' } })
  async import(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Req() request: Request,
  ): Promise<PriceImportDto> {
    assertType(request, CSV);
    assertUtf8(request);
    return this.series.import(actor, id, csvTextOf(await readBody(request)));
  }
}
