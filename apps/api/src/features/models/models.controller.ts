import { CurrentUser, Roles } from '@app/auth';
import { ModelFilesService, ModelsService, type Upload } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReceivesUpload, TheUpload } from '../../http/body/upload';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  ModelChangesDto,
  ModelDto,
  ModelFileFormDto,
  ModelFormDto,
  ModelsQuery,
  ReplacedModelFileDto,
  ReplaceModelFileQuery,
  toModelDto,
} from './models.dto';

/** The first segment of a model's storage key. */
const FOLDER = 'models';

@ApiTags('Models')
@Controller('models')
export class ModelsController {
  constructor(
    private readonly models: ModelsService,
    private readonly files: ModelFilesService,
  ) {}

  /** List models, oldest first. */
  @Get()
  @Roles('viewer')
  @Paged(ModelDto)
  async list(@Query() query: ModelsQuery): Promise<Page<ModelDto>> {
    return mapPage(await this.models.list(query), toModelDto);
  }

  /**
   * Upload a model.
   *
   * The type is detected from the content. glTF 2.0 and GLB files must pass the Khronos validator. IFC, OBJ, FBX and STL
   * files are stored as they are. A glTF file that refers to files on other servers is refused.
   */
  @Post()
  @Roles('engineer')
  @Created()
  @ReceivesUpload({ folder: FOLDER, form: ModelFormDto })
  async create(
    @CurrentUser() actor: Actor,
    @Body() { name, description }: ModelFormDto,
    @TheUpload() upload: Upload,
  ): Promise<ModelDto> {
    return toModelDto(await this.models.create(actor, { name, description }, upload));
  }

  /** Update the name, description or version of a model. Only fields in the body change. */
  @Put(':id')
  @Roles('engineer')
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: ModelChangesDto,
  ): Promise<ModelDto> {
    return toModelDto(await this.models.change(actor, id, changes));
  }

  /** Delete a model with its file, objects and points. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.models.remove(actor, id);
    return SUCCESS;
  }

  /**
   * Update the file of a model.
   *
   * Objects and points stay. The answer lists each record whose node is missing from the new file.
   */
  @Put(':id/file')
  @Roles('engineer')
  @ReceivesUpload({ folder: FOLDER, form: ModelFileFormDto })
  async replace(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Query() { dryRun }: ReplaceModelFileQuery,
    @TheUpload() upload: Upload,
  ): Promise<ReplacedModelFileDto> {
    return {
      lost: await (dryRun ? this.files.compare(id, upload) : this.files.replace(actor, id, upload)),
    };
  }
}
