import { CurrentUser, Roles } from '@app/auth';
import { ReadingCorrectionsService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  ReadingCorrectionDto,
  ReadingCorrectionInputDto,
  ReadingCorrectionQueryDto,
  toCorrectionDto,
} from './reading-corrections.dto';

@ApiTags('Energy')
@Controller('energy/corrections')
export class ReadingCorrectionsController {
  constructor(private readonly corrections: ReadingCorrectionsService) {}

  /** List corrections of readings, newest first. */
  @Get()
  @Roles('engineer')
  @Paged(ReadingCorrectionDto)
  async list(@Query() query: ReadingCorrectionQueryDto): Promise<Page<ReadingCorrectionDto>> {
    return mapPage(await this.corrections.list(query), toCorrectionDto);
  }

  /**
   * Create a correction of a meter's readings. The answer is sent when all sums have been computed again, also those of
   * formulas that contain the meter. The readings themselves stay stored. A correction also applies to readings that
   * arrive later: from the gateway, from a re-read or from an import. If corrections overlap, a reading that one of them
   * takes out is out. A corrected value counts even within a false stretch, and the newest one counts if an instant has
   * several. Readings that were deleted after their retention period cannot be corrected: the answer is 409
   * `readings_deleted`.
   */
  @Post()
  @Roles('engineer')
  @Created()
  async create(
    @CurrentUser() actor: Actor,
    @Body() correction: ReadingCorrectionInputDto,
  ): Promise<ReadingCorrectionDto> {
    return toCorrectionDto(await this.corrections.create(actor, correction));
  }

  /**
   * Delete a correction of readings. Its readings count again, and all sums are computed again before the answer. After
   * the retention period of its readings, a correction cannot be deleted: the answer is 409 `readings_deleted`.
   */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.corrections.remove(actor, id);
    return SUCCESS;
  }
}
