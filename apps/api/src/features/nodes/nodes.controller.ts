import { Roles } from '@app/auth';
import { TRIGGER_DESCRIPTORS } from '@app/domain';
import { EXPRESSION_FUNCTIONS } from '@app/workflow-engine';
import { describeNode, nodeTypes } from '@app/workflow-nodes';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NodesDto } from './nodes.dto';

/** The lists do not change while the process runs. */
const CATALOGUE: NodesDto = {
  nodes: nodeTypes.map(describeNode),
  triggers: [...TRIGGER_DESCRIPTORS],
  functions: [...EXPRESSION_FUNCTIONS],
};

@ApiTags('Workflows')
@Controller('nodes')
export class NodesController {
  /**
   * List the node types, the trigger types and the functions of expressions. Each type comes with the JSON Schema of
   * its configuration.
   */
  @Get()
  @Roles('engineer')
  list(): NodesDto {
    return CATALOGUE;
  }
}
