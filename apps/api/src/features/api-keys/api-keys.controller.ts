import { CurrentUser, Roles } from '@app/auth';
import { ApiKeysService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { ApiKeyDto, ApiKeyInputDto, CreatedApiKeyDto } from './api-keys.dto';

@ApiTags('API keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** List API keys, oldest first. */
  @Get()
  @Roles('admin')
  @Paged(ApiKeyDto)
  list(@Query() query: PageQuery): Promise<Page<ApiKeyDto>> {
    return this.keys.list(query);
  }

  /** Create an API key. Only this answer contains the key itself. */
  @Post()
  @Roles('admin')
  @Created()
  create(@CurrentUser() actor: Actor, @Body() key: ApiKeyInputDto): Promise<CreatedApiKeyDto> {
    return this.keys.create(actor, key);
  }

  /** Delete an API key. Later requests with the key are refused, and its event streams end. */
  @Delete(':id')
  @Roles('admin')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.keys.remove(actor, id);
    return SUCCESS;
  }
}
