import { Suspense, lazy } from 'react';
import { Skeleton } from '@mantine/core';
import type { ChartProps } from './chart-props';

const EchartsCanvas = lazy(() => import('./echarts-canvas'));

/** A chart. Its library is loaded with the first chart that is shown. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height} />}>
      <EchartsCanvas {...props} />
    </Suspense>
  );
}
