import { Button, Group, Text } from '@mantine/core';
import { Notice } from '../../../ui/notice';
import { useEditorTexts } from './editor.texts';
import type { Editor } from './use-editor';
import type { Storing } from './use-storing';

interface OffNoticeProps {
  editor: Editor;
  storing: Storing;
}

/** Says that the trigger of a saved workflow does not start it yet, and offers to switch it on. */
export function OffNotice({ editor: { draft, isDirty }, storing }: OffNoticeProps) {
  const t = useEditorTexts();
  if (!storing.stored || isDirty || draft.enabled || draft.trigger.type === 'manual') return null;
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
