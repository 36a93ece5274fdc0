import { Roles } from '@app/auth';
import { describeNode, nodeTypes } from '@app/workflow-nodes';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NodesDto } from './nodes.dto';

/** The list of node types does not change while the process runs. */
const nodes = nodeTypes.map(describeNode);

@ApiTags('Workflows')
@Controller('nodes')
export class NodesController {
  /** List the node types. Each comes with the JSON Schema of its configuration. */
  @Get()
  @Roles('engineer')
  list(): NodesDto {
    return { nodes };
  }
}
