import { CurrentUser, Roles } from '@app/auth';
import { Actor } from '@app/kernel';
import { Controller, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConflictResponse, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ReadsOwnBody } from '../../http/body/reads-own-body.decorator';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { ImportReportDto, ModelPointImportDto } from './point-import.dto';
import { PointImports } from './point-imports';

@ApiTags('Models')
@Controller('models/:id/import-points')
export class ModelPointsController {
  constructor(private readonly imports: PointImports) {}

  /**
   * Import points into a model. If no object has the `objectCode` of a point, an object with this code is created. All
   * valid points are created in one transaction. The answer lists the other points with their errors. A CSV body has a
   * header with `name`, `code`, `objectCode` or `objectId` and, optionally, `unit` and `dataType`. A call imports at
   * most 10,000 points in 16 MB.
   */
  @Post()
  @Roles('engineer')
  @ReadsOwnBody()
  @ApiConsumes('application/json', 'text/csv')
  @ApiBody({ type: ModelPointImportDto })
  @ApiConflictResponse({
    description: 'Other requests are creating points or objects with the same codes. Try again.',
  })
  import(
    @CurrentUser() actor: Actor,
    @IdParam() modelId: number,
    @Req() request: Request,
  ): Promise<ImportReportDto> {
    return this.imports.runForModel(actor, request, modelId);
  }
}
