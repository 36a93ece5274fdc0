import { CurrentUser, Roles } from '@app/auth';
import { ExecutionHistoryService, WorkflowEditingService, WorkflowsService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
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
  description:
    'The definition is not valid. `details` has one entry per problem; its `path` names the node, edge or field.',
};
const DRAFT = { description: 'The workflow is a draft and cannot be enabled (`workflow_draft`).' };
const ABOVE_ROLE = {
  description: "The caller's role is too low for this route or for a node of the workflow.",
};

/** Room for a definition in UTF-8 with an editor's blanks and escapes. */
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

  /** List workflows, oldest first. Nodes and edges are left out. */
  @Get()
  @Roles('operator')
  @Paged(WorkflowSummaryDto)
  async list(@Query() query: WorkflowQueryDto): Promise<Page<WorkflowSummaryDto>> {
    return mapPage(await this.workflows.list(query), toWorkflowSummaryDto);
  }

  /**
   * Create a workflow. The answer shows the secret of its webhook, which is not shown again. A node type may need a
   * higher role (`lowestRole` in `GET /api/nodes`). With `enabled: false` a definition with problems is kept as a draft.
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

  /**
   * Get a workflow. For roles below engineer, credentials in the configurations of its nodes read as `********`: headers
   * and query parameters such as `Authorization` and `apikey`.
   */
  @Get(':id')
  @Roles('operator')
  async find(@CurrentUser() actor: Actor, @UuidParam() id: string): Promise<WorkflowDto> {
    return toWorkflowDto(await this.workflows.find(actor, id));
  }

  /**
   * Update a workflow. Only fields in the body change; a credential sent as `********` stays as it is. Running executions keep the definition with which they started. If
   * a node type needs a higher role than the caller's, the caller may still change everything but nodes and edges, and
   * the position of nodes.
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

  /** Delete a workflow. Its executions are deleted too, including those that are running. */
  @Delete(':id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @UuidParam() id: string): Promise<SuccessDto> {
    await this.history.removeWorkflow(actor, id);
    return SUCCESS;
  }

  /** Enable or disable a workflow. A disabled workflow can only be started manually. */
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
