import { Suspense, lazy } from 'react';
import { Skeleton } from '@mantine/core';
import { whenIdle } from '../when-idle';
import type { ChartProps } from './chart-props';

const ATTEMPTS = 6;
const RETRY_MS = 2000;

const EchartsCanvas = lazy(() => loadCanvas(ATTEMPTS));

/**
 * Loads the chart library when the browser is idle, because it is almost as large as the rest of the page. Retries,
 * because a failed import would replace the whole page by an error.
 */
async function loadCanvas(attempts: number): Promise<typeof import('./echarts-canvas')> {
  await whenIdle();
  try {
    return await import('./echarts-canvas');
  } catch (error) {
    if (attempts === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return loadCanvas(attempts - 1);
  }
}

/** A chart. Its library is loaded with the first chart that is shown. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height} />}>
      <EchartsCanvas {...props} />
    </Suspense>
  );
}
