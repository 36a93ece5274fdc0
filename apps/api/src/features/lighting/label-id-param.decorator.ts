import { ApiParam } from '@nestjs/swagger';

/** Documents the id of a label in the path. */
export function LabelIdParam(): MethodDecorator {
  return ApiParam({
    name: 'labelId',
    description: 'Id of the label in the scene (`GET /api/dashboard-model`).',
    schema: { type: 'string' },
  });
}
