import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from './states';

/** Shown instead of a page that could not be loaded. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
}
