import { CurrentUser, Roles } from '@app/auth';
import {
  ExecutionHistoryService,
  WorkflowEditingService,
  WorkflowsService,
  WorkflowWarningsService,
} from '@app/domain';
import { Actor, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiConflictResponse, ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { BodyLimit } from '../../http/body/body-limit.decorator';
import { IdParam, UuidParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { ChangesNothing } from '../../http/body/changes-nothing.decorator';
import {
  toDefinitionInput,
  ToggleDto,
  toWorkflowChanges,
  toWorkflowInput,
  WorkflowChangesDto,
  WorkflowCheckDto,
  WorkflowInputDto,
} from './workflow-input.dto';
import {
  ToggledDto,
  WorkflowCheckResultDto,
  WorkflowDto,
  WorkflowQueryDto,
  WorkflowRevisionDto,
  WorkflowSummaryDto,
} from './workflow.dto';

const FAULTY = {
  description:
    'The definition is not valid. `details` has one entry per problem; its `path` names the node, edge or field.',
};
const NOT_CHANGED = {
  description:
    'The workflow has another revision than the request (`outdated_revision`), or it is a draft and cannot be enabled ' +
    '(`workflow_draft`).',
};
const ABOVE_ROLE = {
  description: "The caller's role is too low for this route or for a node of the workflow.",
};

/**
 * The limit of the definition is in characters, each of up to 4 bytes in UTF-8. The extra 256 KiB are for the
 * whitespace and the escapes that an editor adds.
 */
const WithDefinition = () =>
  BodyLimit(({ LIMIT_WORKFLOW_CHARACTERS }) => 4 * LIMIT_WORKFLOW_CHARACTERS + 256 * 1024);

@ApiTags('Workflows')
@Controller('workflows')
export class WorkflowsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly editing: WorkflowEditingService,
    private readonly history: ExecutionHistoryService,
    private readonly warnings: WorkflowWarningsService,
  ) {}

  /** List workflows, oldest first. Nodes, edges and notes are left out. */
  @Get()
  @Roles('operator')
  @Paged(WorkflowSummaryDto)
  list(@Query() query: WorkflowQueryDto): Promise<Page<WorkflowSummaryDto>> {
    return this.workflows.list(query);
  }

  /**
   * Create a workflow. The answer contains the secret of its webhook, which is never shown again. Some node types need
   * a higher role (`lowestRole` in `GET /api/nodes`). With `enabled: false`, a definition with problems is stored as a
   * draft.
   */
  @Post()
  @Roles('engineer')
  @Created()
  @WithDefinition()
  @ApiBadRequestResponse(FAULTY)
  @ApiForbiddenResponse(ABOVE_ROLE)
  async create(@CurrentUser() actor: Actor, @Body() workflow: WorkflowInputDto): Promise<WorkflowDto> {
    return this.warnings.withWarnings(await this.editing.create(actor, toWorkflowInput(workflow)));
  }

  /**
   * Check a definition without storing it. The answer lists the problems and warnings that the workflow would have.
   */
  @Post('check')
  @Roles('engineer')
  @ChangesNothing()
  @WithDefinition()
  async check(@Body() definition: WorkflowCheckDto): Promise<WorkflowCheckResultDto> {
    return this.warnings.withWarnings(await this.editing.check(toDefinitionInput(definition), definition.id));
  }

  /**
   * Get a workflow. For roles below engineer, credentials in node configurations are masked as `********`, for example
   * the header `Authorization` or the query parameter `apikey`.
   */
  @Get(':id')
  @Roles('operator')
  async find(@CurrentUser() actor: Actor, @UuidParam() id: string): Promise<WorkflowDto> {
    return this.warnings.withWarnings(await this.workflows.find(actor, id));
  }

  /**
   * Get a revision of a workflow. Use this route to get the definition that an execution runs: the execution has the
   * number of the revision, and the workflow may have changed since. Credentials are masked as in
   * `GET /api/workflows/{id}`.
   */
  @Get(':id/revisions/:revision')
  @Roles('operator')
  findRevision(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @IdParam('revision') revision: number,
  ): Promise<WorkflowRevisionDto> {
    return this.workflows.findRevision(actor, id, revision);
  }

  /**
   * Update a workflow. Only fields in the body change. A credential that is sent as `********` keeps its value. Running
   * executions keep the definition with which they started. If a node of the workflow needs a higher role than the
   * caller has, the caller may move nodes, but not change the nodes or edges in any other way. The caller may still
   * change all other fields.
   */
  @Put(':id')
  @Roles('engineer')
  @WithDefinition()
  @ApiBadRequestResponse(FAULTY)
  @ApiForbiddenResponse(ABOVE_ROLE)
  @ApiConflictResponse(NOT_CHANGED)
  async change(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @Body() changes: WorkflowChangesDto,
  ): Promise<WorkflowDto> {
    return this.warnings.withWarnings(await this.editing.change(actor, id, toWorkflowChanges(changes)));
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
  @ApiConflictResponse(NOT_CHANGED)
  async toggle(
    @CurrentUser() actor: Actor,
    @UuidParam() id: string,
    @Body() { enabled, revision }: ToggleDto,
  ): Promise<ToggledDto> {
    return this.editing.change(actor, id, { enabled, revision });
  }
}
