import { CurrentUser, Roles } from '@app/auth';
import { FaultCommentsService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { FaultCommentDto, FaultCommentInputDto } from './fault-comments.dto';

@ApiTags('Faults')
@Controller('faults/:id/comments')
export class FaultCommentsController {
  constructor(private readonly comments: FaultCommentsService) {}

  /** List the comments of a fault, oldest first. */
  @Get()
  @Roles('viewer')
  @Paged(FaultCommentDto)
  list(@IdParam() id: number, @Query() query: PageQuery): Promise<Page<FaultCommentDto>> {
    return this.comments.list(id, query);
  }

  /** Create a comment. The caller is its author. */
  @Post()
  @Roles('operator')
  @Created()
  create(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() { text }: FaultCommentInputDto,
  ): Promise<FaultCommentDto> {
    return this.comments.create(actor, id, text);
  }

  /** Delete a comment. Operators may delete only their own comments. */
  @Delete(':commentId')
  @Roles('operator')
  @ApiForbiddenResponse({ description: 'The caller is an operator, and another person wrote the comment.' })
  async remove(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @IdParam('commentId') commentId: number,
  ): Promise<SuccessDto> {
    await this.comments.remove(actor, id, commentId);
    return SUCCESS;
  }
}
