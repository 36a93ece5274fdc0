import { useState } from 'react';
import { FileInput } from '@mantine/core';
import { mdiFileDelimitedOutline } from '@mdi/js';
import { OBJECTS } from '../../../api/objects';
import { POINTS } from '../../../api/points';
import { useFormat } from '../../../format/use-format';
import { Form } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { SkippedRows } from '../../../ui/skipped-rows';
import { useUnsaved } from '../../../ui/unsaved';
import { useAction } from '../../../ui/use-action';
import { importPoints } from './models.queries';
import { useModelsTexts } from './models.texts';

/** Imports points from a CSV file into the objects of a model, and shows which rows were left out. */
export function ImportPoints({ modelId }: { modelId: number }) {
  const t = useModelsTexts();
  const { number } = useFormat();
  const [file, setFile] = useState<File | null>(null);
  useUnsaved(() => file !== null);
  const [isMissing, setMissing] = useState(false);
  const send = useAction((chosen: File) => importPoints(modelId, chosen), {
    done: ({ imported }) => t('pointsImported', { count: number(imported) }),
    changes: [OBJECTS, POINTS],
    onDone: () => setFile(null),
  });
  const submit = () => {
    setMissing(file === null);
    if (file) send.mutate(file);
  };
  return (
    <Form confirm={t('importPoints')} isRunning={send.isPending} onSubmit={submit}>
      <FileInput
        label={t('points')}
        description={t('pointsHint')}
        placeholder={t('choose')}
        accept=".csv,.txt,.tsv,text/csv"
        clearable
        leftSection={<Icon path={mdiFileDelimitedOutline} />}
        error={isMissing && file === null && t('fileMissing')}
        value={file}
        onChange={setFile}
      />
      {send.data && <SkippedRows report={send.data} isTable />}
    </Form>
  );
}
