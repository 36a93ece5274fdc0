export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Removes the listeners from the sources. */
  release(): void;
}

/**
 * Returns a signal that is aborted when one of `sources` is aborted, until the signal is released. Unlike
 * `AbortSignal.any`, it leaves nothing behind in sources that outlive the signal. With `AbortSignal.any`, Node 20 keeps
 * an entry in the source for each dependent signal.
 */
export function linkedSignal(sources: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController();
  const listeners = sources.map((source) => () => controller.abort(source.reason));
  for (const [index, source] of sources.entries()) {
    if (source.aborted) listeners[index]?.();
    else source.addEventListener('abort', listeners[index] as () => void, { once: true });
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const [index, source] of sources.entries()) {
        source.removeEventListener('abort', listeners[index] as () => void);
      }
    },
  };
}
