import { useEffect, useState } from 'react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { isPartMissing, reloadFor } from './missing-part';
import { PageSkeleton } from './page-skeleton';
import { ErrorState } from './states';

/** Shown instead of a page that could not be loaded. If the console was upgraded, the page is reloaded. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [missing] = useState(() => (isPartMissing(error) ? error : null));
  useEffect(() => {
    if (missing) reloadFor(missing);
  }, [missing]);
  if (missing) return <PageSkeleton />;
  return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
}
