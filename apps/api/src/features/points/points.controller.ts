import { CurrentUser, Roles } from '@app/auth';
import { GatewayCatalogueService, PointsService, PointWritersService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiGatewayTimeoutResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { ReadsOwnBody } from '../../http/body/reads-own-body.decorator';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  AvailablePointDto,
  CatalogueQueryDto,
  CsvImportQueryDto,
  ImportReportDto,
  PointImportDto,
} from './point-import.dto';
import { PointImports } from './point-imports';
import {
  ListedPointDto,
  PointChangesDto,
  PointDetailDto,
  PointDto,
  PointInputDto,
  PointQueryDto,
} from './points.dto';

const TAKEN = { description: 'Another point has this code (`code_taken`).' };
const FAILED = { description: 'The gateway failed.' };
const TIMED_OUT = { description: 'The gateway did not answer in time.' };

@ApiTags('Points')
@Controller('points')
export class PointsController {
  constructor(
    private readonly points: PointsService,
    private readonly catalogue: GatewayCatalogueService,
    private readonly imports: PointImports,
    private readonly writers: PointWritersService,
  ) {}

  /** List points, oldest first. */
  @Get()
  @Roles('viewer')
  @Paged(ListedPointDto)
  async list(@Query() query: PointQueryDto): Promise<Page<ListedPointDto>> {
    const page = await this.points.list(query);
    const writable = await this.catalogue.writable(page.items.map(({ code }) => code));
    return mapPage(page, (point) => ({ ...point, writable: writable.get(point.code) ?? null }));
  }

  /** Create a point. */
  @Post()
  @Roles('engineer')
  @Created()
  @ApiConflictResponse(TAKEN)
  create(@CurrentUser() actor: Actor, @Body() point: PointInputDto): Promise<PointDto> {
    return this.points.create(actor, point);
  }

  /** List the points that the gateway offers, ordered by code. The list is at most one minute old. */
  @Get('available')
  @Roles('engineer')
  @Paged(AvailablePointDto)
  @ApiBadGatewayResponse(FAILED)
  @ApiGatewayTimeoutResponse(TIMED_OUT)
  available(@Query() query: CatalogueQueryDto): Promise<Page<AvailablePointDto>> {
    return this.catalogue.list(query);
  }

  /**
   * Import points. All valid points are created in one transaction. The answer lists the other points with their
   * errors. A JSON body contains the points, or names the gateway as their source. A CSV body has a header with `name`,
   * `code` and, optionally, `unit`, `dataType`, `objectId` and `objectCode`. A call imports at most 10,000 points in 16
   * MB.
   */
  @Post('import')
  @Roles('engineer')
  @ReadsOwnBody()
  @ApiConsumes('application/json', 'text/csv')
  @ApiBody({ type: PointImportDto })
  @ApiConflictResponse({ description: 'Other requests are creating points with the same codes. Try again.' })
  @ApiBadGatewayResponse(FAILED)
  @ApiGatewayTimeoutResponse(TIMED_OUT)
  import(
    @CurrentUser() actor: Actor,
    @Query() { objectId }: CsvImportQueryDto,
    @Req() request: Request,
  ): Promise<ImportReportDto> {
    return this.imports.run(actor, request, objectId);
  }

  /** Get a point with its last value and the workflows that write it. */
  @Get(':id')
  @Roles('viewer')
  async find(@IdParam() id: number): Promise<PointDetailDto> {
    const point = await this.points.find(id);
    const writable = (await this.catalogue.writable([point.code])).get(point.code) ?? null;
    return { ...point, writable, writtenBy: await this.writers.of(point.code) };
  }

  /** Update a point. Only fields in the body change. */
  @Put(':id')
  @Roles('engineer')
  @ApiConflictResponse(TAKEN)
  change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: PointChangesDto,
  ): Promise<PointDto> {
    return this.points.change(actor, id, changes);
  }

  /** Delete a point. The values at the gateway and the readings of a meter with the same code are kept. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.points.remove(actor, id);
    return SUCCESS;
  }
}
