import { Button } from '@mantine/core';
import { mdiContentSave, mdiFlaskOutline } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { useEditorTexts } from './editor.texts';
import type { Problems } from '../problems/use-shown-problems';
import type { Editor } from './use-editor';
import type { Storing } from './use-storing';

interface EditorHeaderProps {
  editor: Editor;
  storing: Storing;
  problems: Problems;
}

/** The name of the workflow, whether it is saved, and its actions. */
export function EditorHeader({ editor: { draft, isDirty }, storing, problems }: EditorHeaderProps) {
  const t = useEditorTexts();
  const hasProblems = problems.problems.length > 0;
  const unsaved = storing.stored ? 'unsaved' : 'notStored';
  return (
    <PageHeader
      title={draft.name.trim() || t('untitled')}
      description={t(isDirty ? unsaved : 'saved')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon path={mdiFlaskOutline} size={18} />}
            disabled={hasProblems || draft.name.trim() === ''}
            title={hasProblems ? t('cannotRun') : undefined}
            onClick={() => storing.setDialog('dryRun')}
          >
            {t(isDirty ? 'saveAndDryRun' : 'dryRun')}
          </Button>
          <Button
            leftSection={<Icon path={mdiContentSave} size={18} />}
            loading={storing.isPending}
            disabled={!isDirty}
            onClick={() => void storing.request()}
          >
            {t('save')}
          </Button>
        </>
      }
    />
  );
}
