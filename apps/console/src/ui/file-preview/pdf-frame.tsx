import { useMemo } from 'react';
import { Box } from '@mantine/core';
import classes from './file-preview.module.css';
import { useFilePreviewTexts } from './file-preview.texts';
import { useObjectUrl } from './use-object-url';

/**
 * Shows a PDF with the viewer of the browser. The frame has no sandbox, because the viewer does not work in a sandbox.
 * The type of the content is always PDF, so that the browser runs no scripts in it.
 */
export function PdfFrame({ content, name }: { content: Blob; name: string }) {
  const t = useFilePreviewTexts();
  const pdf = useMemo(() => new Blob([content], { type: 'application/pdf' }), [content]);
  return (
    <Box
      component="iframe"
      className={classes.frame}
      title={t('content', { name })}
      src={useObjectUrl(pdf)}
    />
  );
}
