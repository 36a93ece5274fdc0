import { CurrentUser, Roles } from '@app/auth';
import {
  ExecutionCancellationService,
  ExecutionHistoryService,
  ExecutionRetryService,
  ManualTriggerService,
} from '@app/domain';
import { Actor, mapPage, type Page, roleCovers } from '@app/kernel';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiTags, ApiTooManyRequestsResponse } from '@nestjs/swagger';
import { IdempotencyKey, RepeatsSafely } from '../../http/fields/idempotency-key.decorator';
import { UuidParam } from '../../http/fields/path-ids.decorator';
import { Accepted, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  ExecutionDetailDto,
  ExecutionDto,
  ExecutionIdsDto,
  ExecutionQueryDto,
  ExecutionsRemovedDto,
  ExecutionStartedDto,
  ManualTriggerDto,
  toExecutionDto,
  toManualInput,
  withoutAddresses,
} from './execution.dto';

const CONFLICT =
  'The state does not allow this, the mode of the workflow is `single` and an execution has not ended (`workflow_busy`)';
const QUEUE_FULL = {
  description: 'The mode is `queued`, and 100 executions wait already (`workflow_queue_full`).',
};

@ApiTags('Workflows')
@Controller('workflows')
export class ExecutionsController {
  constructor(
    private readonly triggers: ManualTriggerService,
    private readonly history: ExecutionHistoryService,
    private readonly cancellation: ExecutionCancellationService,
    private readonly retries: ExecutionRetryService,
  ) {}

  /**
   * Start a workflow manually. This also works if the workflow is disabled or has another trigger. A draft is refused
   * (`workflow_draft`). A dry run ignores the mode of the workflow.
   */
  @Post(':id/trigger')
  @Roles('operator')
  @Accepted()
  @ApiTooManyRequestsResponse(QUEUE_FULL)
  @RepeatsSafely(CONFLICT)
  async trigger(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @Body() input: ManualTriggerDto,
    @IdempotencyKey() key?: string,
  ): Promise<ExecutionStartedDto> {
    return { executionId: await this.triggers.trigger(actor, id, toManualInput(input), key) };
  }

  /** List executions of a workflow, newest first. */
  @Get(':id/executions')
  @Roles('operator')
  @Paged(ExecutionDto)
  async list(@UuidParam() id: string, @Query() query: ExecutionQueryDto): Promise<Page<ExecutionDto>> {
    return mapPage(await this.history.list(id, query), toExecutionDto);
  }

  /** Get an execution. It includes the results of its nodes. */
  @Get(':id/executions/:executionId')
  @Roles('operator')
  async find(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('executionId') executionId: string,
  ): Promise<ExecutionDetailDto> {
    const detail = await this.history.find(id, executionId);
    return toExecutionDto(roleCovers(actor.role, 'engineer') ? detail : withoutAddresses(detail));
  }

  /** Cancel an execution. It ends as failed. Effects of its nodes are not undone. */
  @Post(':id/executions/:executionId/cancel')
  @Roles('operator')
  @ApiConflictResponse({ description: 'The execution has already ended.' })
  async cancel(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('executionId') executionId: string,
  ): Promise<SuccessDto> {
    await this.cancellation.cancel(actor, id, executionId);
    return SUCCESS;
  }

  /**
   * Retry a failed execution. A new execution continues where the failed one stopped. An execution that did not fail is
   * refused (`execution_not_failed`). The mode of the workflow applies as for a manual start.
   */
  @Post(':id/executions/:executionId/retry')
  @Roles('operator')
  @Accepted()
  @ApiTooManyRequestsResponse(QUEUE_FULL)
  @RepeatsSafely(CONFLICT)
  async retry(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('executionId') executionId: string,
    @IdempotencyKey() key?: string,
  ): Promise<ExecutionStartedDto> {
    return { executionId: await this.retries.retry(actor, id, executionId, key) };
  }

  /** Delete executions. They may belong to several workflows. Running executions are neither deleted nor counted. */
  @Post('executions/batch-delete')
  @Roles('engineer')
  async removeMany(
    @CurrentUser() actor: Actor,
    @Body() { ids }: ExecutionIdsDto,
  ): Promise<ExecutionsRemovedDto> {
    return { deletedCount: await this.history.removeEnded(actor, ids) };
  }
}
