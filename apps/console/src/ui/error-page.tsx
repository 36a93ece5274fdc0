import { useEffect, useState } from 'react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { isPartMissing, reloadFor, wasReloadedFor } from './missing-part';
import { PageSkeleton } from './page-skeleton';
import { ErrorState } from './states';

/** Shown instead of a page that could not be loaded. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  if (isPartMissing(error)) return <MissingPart error={error} />;
  return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
}

/** Reloads the page once, because the console may have been upgraded. Then, or if the server is down, the user decides. */
function MissingPart({ error }: { error: Error }) {
  const [failure, setFailure] = useState<unknown>(() => (wasReloadedFor(error) ? error : null));
  useEffect(() => {
    if (failure === null) reloadFor(error).catch(setFailure);
  }, [error, failure]);
  if (failure === null) return <PageSkeleton />;
  return <ErrorState error={failure} onRetry={() => setFailure(null)} />;
}
