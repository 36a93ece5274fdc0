import { CurrentUser, Roles } from '@app/auth';
import { ExecutionHistoryService, WorkflowEditingService, WorkflowsService } from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiConflictResponse, ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { BodyLimit } from '../../http/body-limit.decorator';
import { UuidParam } from '../../http/path-ids.decorator';
import { Created, Paged } from '../../http/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/success.dto';
import {
  ToggleDto,
  toWorkflowChanges,
  toWorkflowInput,
  WorkflowChangesDto,
  WorkflowInputDto,
} from './workflow-input.dto';
import {
  ToggledDto,
  toWorkflowDto,
  toWorkflowSummaryDto,
  WorkflowDto,
  WorkflowQueryDto,
  WorkflowSummaryDto,
} from './workflow.dto';

const FAULTY = {
  description: 'Not valid, with a detail per fault: `path` tells which node, edge or field it is.',
};
const DRAFT = { description: 'A draft cannot be enabled (`workflow_draft`).' };
const ABOVE_ROLE = {
  description: 'The role of the caller is too low, or too low for a node of the workflow.',
};

/** A definition in UTF-8, and what an editor spends on blanks and escapes. */
const WithDefinition = () =>
  BodyLimit(({ LIMIT_WORKFLOW_CHARACTERS }) => 4 * LIMIT_WORKFLOW_CHARACTERS + 256 * 1024);

@ApiTags('Workflows')
@Controller('workflows')
export class WorkflowsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly editing: WorkflowEditingService,
    private readonly history: ExecutionHistoryService,
  ) {}

  /** Lists the workflows without their nodes and edges, the oldest first. */
  @Get()
  @Roles('operator')
  @Paged(WorkflowSummaryDto)
  async list(@Query() query: WorkflowQueryDto): Promise<Page<WorkflowSummaryDto>> {
    const { items, total } = await this.workflows.list(query);
    return { items: items.map(toWorkflowSummaryDto), total };
  }

  /**
   * Makes a workflow. The answer shows the secret of its webhook, which is not shown again. Nodes that only
   * administrators may use (`lowestRole` of `GET /nodes`) are refused to others.
   */
  @Post()
  @Roles('engineer')
  @Created()
  @WithDefinition()
  @ApiBadRequestResponse(FAULTY)
  @ApiForbiddenResponse(ABOVE_ROLE)
  async create(@CurrentUser() actor: Actor, @Body() workflow: WorkflowInputDto): Promise<WorkflowDto> {
    return toWorkflowDto(await this.editing.create(actor, toWorkflowInput(workflow)));
  }

  /** Tells of one workflow. */
  @Get(':id')
  @Roles('operator')
  async find(@UuidParam() id: string): Promise<WorkflowDto> {
    return toWorkflowDto(await this.workflows.find(id));
  }

  /**
   * Changes what the body carries. Executions that have begun go on with the definition that they began with. Who may
   * not use one of its nodes may change all but the nodes and edges of a workflow, and move nodes on the screen.
   */
  @Put(':id')
  @Roles('engineer')
  @WithDefinition()
  @ApiBadRequestResponse(FAULTY)
  @ApiForbiddenResponse(ABOVE_ROLE)
  @ApiConflictResponse(DRAFT)
  async change(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @Body() changes: WorkflowChangesDto,
  ): Promise<WorkflowDto> {
    return toWorkflowDto(await this.editing.change(actor, id, toWorkflowChanges(changes)));
  }

  /** Removes a workflow with all its executions, those that run included. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @UuidParam() id: string): Promise<SuccessDto> {
    await this.history.removeWorkflow(actor, id);
    return SUCCESS;
  }

  /** Enables or disables a workflow. One that is disabled is triggered by hand alone. */
  @Put(':id/toggle')
  @Roles('engineer')
  @ApiConflictResponse(DRAFT)
  async toggle(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @Body() { enabled }: ToggleDto,
  ): Promise<ToggledDto> {
    return this.editing.change(actor, id, { enabled });
  }
}
