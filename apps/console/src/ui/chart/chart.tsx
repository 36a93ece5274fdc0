import { Suspense, lazy } from 'react';
import { Skeleton } from '@mantine/core';
import { whenIdle } from '../when-idle';
import type { ChartProps } from './chart-props';

/** The library has the size of half the console, so it waits until the rest of the page is shown. */
const EchartsCanvas = lazy(async () => {
  await whenIdle();
  return import('./echarts-canvas');
});

/** A chart. Its library is loaded with the first chart that is shown. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height} />}>
      <EchartsCanvas {...props} />
    </Suspense>
  );
}
