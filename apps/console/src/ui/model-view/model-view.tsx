import { Suspense, lazy, useState } from 'react';
import { Skeleton } from '@mantine/core';
import { Notice } from '../notice';
import type { ModelViewProps } from './model-view-props';
import { useModelViewTexts } from './model-view.texts';

const ModelCanvas = lazy(() => import('./model-canvas'));

/**
 * A 3D model. Its library is loaded with the first model that is shown. If the model cannot be drawn, a message is
 * shown instead.
 */
export function ModelView(props: ModelViewProps) {
  const t = useModelViewTexts();
  const [failure, setFailure] = useState<'noWebGl' | 'unreadable' | null>(null);
  if (failure) return <Notice tone="caution">{t(failure)}</Notice>;
  return (
    <Suspense fallback={<Skeleton height={props.height} radius="md" />}>
      <ModelCanvas {...props} onFailed={setFailure} />
    </Suspense>
  );
}
