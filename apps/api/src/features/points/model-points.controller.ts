import { CurrentUser, Roles } from '@app/auth';
import { PointImportService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { BodyLimit } from '../../http/body/body-limit.decorator';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { ImportReportDto, ModelPointImportDto } from './point-import.dto';
import { IMPORT_BYTES } from './point-imports';
import { toPointRows } from './point-rows';

@ApiTags('Models')
@Controller('models/:id/import-points')
export class ModelPointsController {
  constructor(private readonly imports: PointImportService) {}

  /**
   * Import points into a model. If no object has the `objectCode` of a point, an object with this code is created. All
   * valid points are created in one transaction. The answer lists the other points with their errors.
   */
  @Post()
  @Roles('engineer')
  @BodyLimit(() => IMPORT_BYTES)
  @ApiConflictResponse({
    description: 'Other requests are creating points or objects with the same codes. Try again.',
  })
  async import(
    @CurrentUser() actor: Actor,
    @IdParam() modelId: number,
    @Body() { points }: ModelPointImportDto,
  ): Promise<ImportReportDto> {
    return this.imports.import(actor, await toPointRows(points), { modelId });
  }
}
