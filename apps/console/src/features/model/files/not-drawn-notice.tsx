import { useEffect, useState } from 'react';
import { Notice } from '../../../ui/notice';
import { type NotDrawn, whyNotDrawn } from './drawable';
import { useModelsTexts } from './models.texts';

/** Says that the console will not draw a chosen file. */
export function NotDrawnNotice({ file }: { file: File | null }) {
  const t = useModelsTexts();
  const [found, setFound] = useState<{ file: File; reason: NotDrawn | null } | null>(null);
  useEffect(() => {
    let isGone = false;
    if (file) void whyNotDrawn(file).then((reason) => !isGone && setFound({ file, reason }));
    return () => {
      isGone = true;
    };
  }, [file]);
  if (!found?.reason || found.file !== file) return null;
  return <Notice tone="caution">{t(`notDrawn.${found.reason}`)}</Notice>;
}
