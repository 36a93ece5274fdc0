import { Public, Roles } from '@app/auth';
import { ModelFilesService, StoredFilesService } from '@app/domain';
import type { ModelEntity } from '@app/entities';
import { DomainError } from '@app/kernel';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { DeliversFile } from '../../http/reference/delivers-file.decorator';
import { sendFile } from '../../http/responses/send-file';

const STATIC_NAME = '^[0-9a-f]{32}\\.[a-z]{3,4}$';

@ApiTags('Models')
@Controller()
export class ModelFilesController {
  constructor(
    private readonly models: ModelFilesService,
    private readonly files: StoredFilesService,
  ) {}

  /** Download the file of a model. */
  @Get('models/:id/file')
  @Roles('viewer')
  @DeliversFile('model/*', 'The file, or the requested part of it.')
  async read(@IdParam() id: number, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response, await this.models.find(id));
  }

  /** Download the file of a model by the address of the file. */
  @Get('static/models/:filename')
  @Public()
  @ApiParam({
    name: 'filename',
    description: 'Last segment of the address of the file.',
    schema: { type: 'string', pattern: STATIC_NAME, maxLength: 37 },
  })
  @DeliversFile('model/*', 'The file, or the requested part of it.')
  async readStatic(
    @Param('filename') filename: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!new RegExp(STATIC_NAME).test(filename)) throw DomainError.notFound('The model');
    await this.send(request, response, await this.models.findByStaticName(filename));
  }

  private async send(request: Request, response: Response, model: ModelEntity): Promise<void> {
    const { fileName: name, mimeType, sizeBytes, sha256, storageKey } = model;
    await sendFile(request, response, {
      name,
      mimeType,
      sizeBytes,
      sha256,
      open: (range) => this.files.open(storageKey, range),
    });
  }
}
