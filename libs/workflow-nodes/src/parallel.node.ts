import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';

/** Says that its branches run at the same time; they meet again in any node that all of them lead to. */
export const parallelNode = defineNode({
  type: 'parallel',
  name: 'Parallel',
  description:
    'Runs all its outgoing branches at the same time. A node with several incoming branches waits for all of them.',
  category: 'control',
  config: Type.Object({}),
  outputs: [],
  needs: [],
  acts: false,
  run: () => ({ kind: 'done', output: {} }),
});
