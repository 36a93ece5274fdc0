import { Roles } from '@app/auth';
import { describeNode, nodeTypes } from '@app/workflow-nodes';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NodesDto } from './nodes.dto';

/** The types do not change while the process runs. */
const nodes = nodeTypes.map(describeNode);

@ApiTags('Workflows')
@Controller('nodes')
export class NodesController {
  /** Tells which types of node a workflow may have, and how each is configured. */
  @Get()
  @Roles('engineer')
  list(): NodesDto {
    return { nodes };
  }
}
