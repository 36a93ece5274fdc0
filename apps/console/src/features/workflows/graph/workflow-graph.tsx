import { Suspense, lazy } from 'react';
import { Skeleton } from '@mantine/core';
import type { CanvasProps } from './graph-canvas';

const GraphCanvas = lazy(() => import('./graph-canvas'));

/** A workflow as a graph. Its library is loaded with the first graph that is shown. */
export function WorkflowGraph(props: CanvasProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height} radius="md" />}>
      <GraphCanvas {...props} />
    </Suspense>
  );
}
