import { useEffect, useEffectEvent, useState } from 'react';
import { Text } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { onReconnected } from '../api/use-stream';
import { readBrowserError } from './errors/read-error';
import { isPartMissing, reloadFor, wasReloadedFor } from './missing-part';
import { PageSkeleton } from './page-skeleton';
import { ErrorState } from './states';
import { useUiTexts } from './ui.texts';

const RETRY_MS = 15_000;

/** Shown instead of a page that could not be loaded. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  if (isPartMissing(error)) return <MissingPart error={error} />;
  return <FailedPage error={error} onRetry={() => void router.invalidate()} />;
}

/** Reloads the page once, because the console may have been upgraded. Then, or if the server is down, the user decides. */
function MissingPart({ error }: { error: Error }) {
  const [failure, setFailure] = useState<unknown>(() => (wasReloadedFor(error) ? error : null));
  useEffect(() => {
    if (failure === null) reloadFor(error).catch(setFailure);
  }, [error, failure]);
  if (failure === null) return <PageSkeleton />;
  return <FailedPage error={failure} onRetry={() => setFailure(null)} />;
}

const isUnreachable = (error: unknown) => readBrowserError(error) === 'unreachable';

/** If the server cannot be reached, tries again by itself when the connection is back. */
function FailedPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useUiTexts();
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!isUnreachable(error)) return undefined;
    const stop = onReconnected(() => retry());
    // Nothing is heard of a server that starts again while nobody is signed in.
    const timer = setTimeout(() => retry(), RETRY_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
    // Each attempt that fails has an error of its own.
  }, [error]);
  return (
    <>
      <ErrorState error={error} onRetry={onRetry} />
      {isUnreachable(error) && (
        <Text ta="center" size="sm" c="dimmed">
          {t('retriesItself')}
        </Text>
      )}
    </>
  );
}
