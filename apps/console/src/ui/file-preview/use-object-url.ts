import { useEffect, useMemo } from 'react';

/** Returns an address of content in memory. It works until the component disappears. */
export function useObjectUrl(content: Blob): string {
  const url = useMemo(() => URL.createObjectURL(content), [content]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}
