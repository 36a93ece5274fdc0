import { CurrentUser, Roles } from '@app/auth';
import { ReadingImportPreviewService, ReadingImportsService, type Upload } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ReceivesUpload, TheUpload } from '../../http/body/upload';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Accepted, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  importOptions,
  ReadingImportAnswerDto,
  ReadingImportDto,
  ReadingImportFormDto,
  ReadingImportQueryDto,
  ReadingImportSummaryDto,
  toImportDto,
  toPreviewDto,
} from './reading-imports.dto';

@ApiTags('Energy')
@Controller('energy/readings')
export class ReadingImportsController {
  constructor(
    private readonly imports: ReadingImportsService,
    private readonly previews: ReadingImportPreviewService,
  ) {}

  /**
   * Import readings from a CSV file or from Green Button (ESPI) XML. A CSV file has the columns `timestamp,value`,
   * separated by commas, semicolons or tabs. A header may name them in another order, also as `Datum` and `Verbrauch`
   * or by similar German and English names; a first line that is neither a reading nor such a header is refused with
   * 400 `unknown_columns`. A timestamp is ISO 8601, with an offset or in the time zone of the request, or has one of
   * the other formats of `dateFormat`. The interval readings of XML must have the interval of the meter and the unit
   * Wh (`uom` 72); their `powerOfTenMultiplier` is applied, and the values are stored in the unit of the point.
   * When the clocks are set back, an hour occurs twice; the order of the lines determines to which of the two hours a
   * line belongs. A time that the clocks skip is refused. If the meter already has a reading for the timestamp of a
   * line, the line is a duplicate and is not imported. If the gateway later reports a reading for the same timestamp,
   * the reading of the gateway replaces the imported one. The readings are imported in the background. With `dryRun`,
   * nothing is imported, and the answer is 200 with the expected result.
   */
  @Post('import')
  @Roles('engineer')
  @Accepted()
  @ApiAcceptedResponse({ type: ReadingImportAnswerDto })
  @ApiOkResponse({
    type: ReadingImportAnswerDto,
    description: 'The expected result of the import, with `dryRun`.',
  })
  @ReceivesUpload({
    folder: 'imports',
    form: ReadingImportFormDto,
    alone: ['text/csv', 'application/xml'],
    limitBytesOf: ({ LIMIT_READINGS_FILE_BYTES }) => LIMIT_READINGS_FILE_BYTES,
  })
  async import(
    @CurrentUser() actor: Actor,
    @Query() query: ReadingImportQueryDto,
    @Body() form: ReadingImportFormDto,
    @TheUpload() upload: Upload,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReadingImportAnswerDto> {
    const options = importOptions(query, form);
    const target = await this.imports.target(options);
    if (!options.dryRun) return { importId: await this.imports.start(actor, target, upload) };
    response.status(200);
    return toPreviewDto(await this.previews.preview(target, upload));
  }

  /** List imports of readings, newest first. Each has its first 20 refused lines. */
  @Get('imports')
  @Roles('engineer')
  @Paged(ReadingImportSummaryDto)
  async list(@Query() page: PageQuery): Promise<Page<ReadingImportSummaryDto>> {
    return mapPage(await this.imports.list(page), toImportDto);
  }

  /** Get an import of readings, with its first 1000 refused lines. */
  @Get('imports/:id')
  @Roles('engineer')
  async find(@IdParam() id: number): Promise<ReadingImportDto> {
    return toImportDto(await this.imports.find(id));
  }

  /**
   * Delete the readings of an import. Energy is computed again without these readings. The energy of an hour does not
   * change if its readings are older than the retention period. The status of the import is `running` until all
   * readings are deleted, and then `undone`.
   */
  @Delete('imports/:id')
  @Roles('engineer')
  async undo(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.imports.undo(actor, id);
    return SUCCESS;
  }
}
