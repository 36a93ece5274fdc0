import { Button, Group, Text } from '@mantine/core';
import { Notice } from '../../../ui/notice';
import { useEditorTexts } from './editor.texts';
import type { Editor } from './use-editor';
import type { Storing } from './use-storing';

interface OffNoticeProps {
  editor: Editor;
  storing: Storing;
  hasProblems: boolean;
}

/** Says that the trigger of a saved workflow does not start it yet, and offers to switch it on. */
export function OffNotice({ editor: { draft, isDirty }, storing, hasProblems }: OffNoticeProps) {
  const t = useEditorTexts();
  const isReady = storing.stored && !isDirty && !hasProblems;
  if (!isReady || draft.enabled || draft.trigger.type === 'manual') return null;
  return (
    <Notice tone="caution">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('isOff')}</Text>
        <Button size="xs" loading={storing.isPending} onClick={() => void storing.request({ enabled: true })}>
          {t('switchOn')}
        </Button>
      </Group>
    </Notice>
  );
}
