import { CurrentUser, Roles } from '@app/auth';
import { FilesService, StoredFilesService, type Upload } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import type { ByteRange } from '@app/storage';
import { Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ReceivesUpload, TheUpload } from '../../http/body/upload';
import { UuidParam } from '../../http/fields/path-ids.decorator';
import { DeliversFile } from '../../http/reference/delivers-file.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { sendFile } from '../../http/responses/send-file';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { dispositionOf, previewOf } from './file-preview';
import { FileDto, FileFormDto, FilesQuery, toFileDto } from './files.dto';

@ApiTags('Files')
@Controller('files')
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly stored: StoredFilesService,
  ) {}

  /** List files, newest first. Only administrators see backups. */
  @Get()
  @Roles('viewer')
  @Paged(FileDto)
  async list(@CurrentUser() actor: Actor, @Query() filter: FilesQuery): Promise<Page<FileDto>> {
    return mapPage(await this.files.list(actor, filter), toFileDto);
  }

  /**
   * Upload a file.
   *
   * The type is detected from the content. The name must not contain a path or control characters.
   */
  @Post()
  @Roles('operator')
  @Created()
  @ReceivesUpload({ folder: 'files', form: FileFormDto })
  async create(@CurrentUser() actor: Actor, @TheUpload() upload: Upload): Promise<FileDto> {
    return toFileDto(await this.files.create(actor, upload));
  }

  /** Get a file without its content. */
  @Get(':id')
  @Roles('viewer')
  async read(@CurrentUser() actor: Actor, @UuidParam() id: string): Promise<FileDto> {
    return toFileDto(await this.files.find(actor, id));
  }

  /**
   * Get the content of a file.
   *
   * Browsers show pictures (except SVG), videos, PDF and plain text. They save files of all other types.
   */
  @Get(':id/preview')
  @Roles('viewer')
  @DeliversFile('*/*', 'The file, or the requested part of it.')
  async preview(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.files.find(actor, id);
    const open = (range?: ByteRange) => this.stored.open(file.storageKey, range);
    await sendFile(request, response, { ...previewOf(file), open }, { disposition: dispositionOf(file) });
  }

  /** Delete a file. A file that a report or a workflow uses cannot be deleted. */
  @Delete(':id')
  @Roles('engineer')
  @ApiConflictResponse({ description: 'Records use the file. The error details name up to 20 of them.' })
  async remove(@CurrentUser() actor: Actor, @UuidParam() id: string): Promise<SuccessDto> {
    await this.files.remove(actor, id);
    return SUCCESS;
  }
}
