import { useRef, useState } from 'react';
import type { QueryKey, UseMutationResult } from '@tanstack/react-query';
import type { UploadOptions } from '../api/upload';
import { useAction } from './use-action';

interface Upload<Input> {
  action: UseMutationResult<unknown, Error, Input>;
  /** The share of the body that has been sent, 0 to 1. */
  share: number;
  /** Stops the upload without an error. */
  stop: () => void;
}

interface UploadSettings<Input> {
  /** Shown after a success. */
  done?: (input: Input) => string;
  /** Prefixes of the keys of the queries that the upload changes. */
  changes: readonly QueryKey[];
  onDone?: () => void;
  form?: { setErrors: (errors: Record<string, string>) => void };
}

/** Runs an upload whose progress is shown, and that can be stopped. */
export function useUpload<Input>(
  send: (input: Input, options: UploadOptions) => Promise<unknown>,
  { done, changes, onDone, form }: UploadSettings<Input>,
): Upload<Input> {
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  const action = useAction<Input, Input>(
    async (input) => {
      stopping.current = new AbortController();
      setShare(0);
      await send(input, { onProgress: setShare, signal: stopping.current.signal });
      return input;
    },
    { done, changes, onDone, form, isQuiet: () => stopping.current.signal.aborted },
  );
  return { action, share, stop: () => stopping.current.abort() };
}
