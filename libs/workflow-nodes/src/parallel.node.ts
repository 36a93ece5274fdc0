import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';

/** Starts its branches in parallel. A node that joins them waits for all of them. */
export const parallelNode = defineNode({
  type: 'parallel',
  name: 'Parallel',
  description:
    'Runs all outgoing branches at the same time. A node with several incoming branches waits for all of them.',
  category: 'control',
  config: Type.Object({}),
  outputs: [],
  needs: [],
  acts: false,
  run: () => ({ kind: 'done', output: {} }),
});
