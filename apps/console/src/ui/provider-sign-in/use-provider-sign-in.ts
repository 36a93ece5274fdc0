import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '../use-error-text';
import { useProviderTexts } from './provider-sign-in.texts';
import { type ProviderOutcome, signInAtProvider, WindowBlocked } from './sign-in-at-provider';

export interface ProviderSignIn {
  /** Opens the window of the provider. A second call replaces the first one. */
  start: (provider: string) => void;
  /** The problem, and the step that solves it. */
  error: string | null;
}

/** Signs a person in at a provider. */
export function useProviderSignIn(onOutcome: (outcome: ProviderOutcome) => void): ProviderSignIn {
  const t = useProviderTexts();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (provider: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    signInAtProvider(provider, controller.signal).then(onOutcome, setError);
  };
  if (error === null) return { start, error: null };
  return { start, error: error instanceof WindowBlocked ? t('blocked') : errorText(error) };
}
