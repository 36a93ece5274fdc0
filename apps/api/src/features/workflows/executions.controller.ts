import { CurrentUser, Roles } from '@app/auth';
import {
  ExecutionControl,
  ExecutionHistoryService,
  ExecutionRetries,
  ManualTriggerService,
} from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { IdempotencyKey, RepeatsSafely } from '../../http/idempotency-key.decorator';
import { UuidParam } from '../../http/path-ids.decorator';
import { Accepted, Paged } from '../../http/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/success.dto';
import {
  ExecutionDetailDto,
  ExecutionDto,
  ExecutionIdsDto,
  ExecutionQueryDto,
  ExecutionsRemovedDto,
  ExecutionStartedDto,
  ManualTriggerDto,
  toExecutionDetailDto,
  toExecutionDto,
  toManualInput,
} from './execution.dto';

@ApiTags('Workflows')
@Controller('workflows')
export class ExecutionsController {
  constructor(
    private readonly triggers: ManualTriggerService,
    private readonly history: ExecutionHistoryService,
    private readonly control: ExecutionControl,
    private readonly retries: ExecutionRetries,
  ) {}

  /** Runs a workflow, enabled or not, whatever its trigger. A draft cannot be run (`workflow_draft`). */
  @Post(':id/trigger')
  @Roles('operator')
  @Accepted()
  @RepeatsSafely()
  async trigger(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @Body() input: ManualTriggerDto,
    @IdempotencyKey() key?: string,
  ): Promise<ExecutionStartedDto> {
    return { executionId: await this.triggers.trigger(actor, id, toManualInput(input), key) };
  }

  /** Lists the executions of a workflow, newest first. */
  @Get(':id/executions')
  @Roles('operator')
  @Paged(ExecutionDto)
  async list(@UuidParam() id: string, @Query() query: ExecutionQueryDto): Promise<Page<ExecutionDto>> {
    const { items, total } = await this.history.list(id, query);
    return { items: items.map(toExecutionDto), total };
  }

  /** Tells of one execution of a workflow, with what came of its nodes. */
  @Get(':id/executions/:executionId')
  @Roles('operator')
  async find(
    @UuidParam() id: string,
    @UuidParam('executionId') executionId: string,
  ): Promise<ExecutionDetailDto> {
    return toExecutionDetailDto(await this.history.find(id, executionId));
  }

  /** Ends an execution as failed; what its nodes have done stays done. */
  @Post(':id/executions/:executionId/cancel')
  @Roles('operator')
  @ApiConflictResponse({ description: 'It has ended already.' })
  async cancel(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('executionId') executionId: string,
  ): Promise<SuccessDto> {
    await this.control.cancel(actor, id, executionId);
    return SUCCESS;
  }

  /** Goes on from where a failed execution failed, as a new one. One that has not failed is `execution_not_failed`. */
  @Post(':id/executions/:executionId/retry')
  @Roles('operator')
  @Accepted()
  @RepeatsSafely()
  async retry(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('executionId') executionId: string,
    @IdempotencyKey() key?: string,
  ): Promise<ExecutionStartedDto> {
    return { executionId: await this.retries.retry(actor, id, executionId, key) };
  }

  /** Removes executions, of whatever workflows. One that runs is not removed, nor counted. */
  @Post('executions/batch-delete')
  @Roles('engineer')
  async removeMany(
    @CurrentUser() actor: Actor,
    @Body() { ids }: ExecutionIdsDto,
  ): Promise<ExecutionsRemovedDto> {
    return { deletedCount: await this.history.removeEnded(actor, ids) };
  }
}
