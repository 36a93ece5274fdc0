import { CurrentUser, Roles } from '@app/auth';
import { ObjectsService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { ObjectChangesDto, ObjectDetailDto, ObjectDto, ObjectInputDto, ObjectQueryDto } from './objects.dto';

const TAKEN = { description: 'Another object has this code (`code_taken`).' };

@ApiTags('Objects')
@Controller('objects')
export class ObjectsController {
  constructor(private readonly objects: ObjectsService) {}

  /** List objects, oldest first. */
  @Get()
  @Roles('viewer')
  @Paged(ObjectDto)
  list(@Query() query: ObjectQueryDto): Promise<Page<ObjectDto>> {
    return this.objects.list(query);
  }

  /** Create an object. */
  @Post()
  @Roles('engineer')
  @Created()
  @ApiConflictResponse(TAKEN)
  create(@CurrentUser() actor: Actor, @Body() object: ObjectInputDto): Promise<ObjectDto> {
    return this.objects.create(actor, object);
  }

  /** Get an object with its points. */
  @Get(':id')
  @Roles('viewer')
  find(@IdParam() id: number): Promise<ObjectDetailDto> {
    return this.objects.find(id);
  }

  /** Update an object. Only fields in the body change. */
  @Put(':id')
  @Roles('engineer')
  @ApiConflictResponse(TAKEN)
  change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: ObjectChangesDto,
  ): Promise<ObjectDto> {
    return this.objects.change(actor, id, changes);
  }

  /** Delete an object and its points. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.objects.remove(actor, id);
    return SUCCESS;
  }
}
