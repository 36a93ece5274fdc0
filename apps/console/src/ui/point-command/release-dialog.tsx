import { Text } from '@mantine/core';
import { CURRENT_VALUES } from '../../api/use-stream';
import { ConfirmDialog } from '../confirm-dialog';
import { useAction } from '../use-action';
import { type Override, OVERRIDES, releaseOverride, WRITES } from './point-command.queries';
import { usePointCommandTexts } from './point-command.texts';

interface ReleaseDialogProps {
  override: Override;
  onClose: () => void;
}

export function ReleaseDialog({ override: { id, code }, onClose }: ReleaseDialogProps) {
  const t = usePointCommandTexts();
  const release = useAction(() => releaseOverride(id), {
    done: t('released'),
    changes: [OVERRIDES, WRITES, CURRENT_VALUES],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('releaseTitle', { code })}
      confirm={t('release')}
      isRunning={release.isPending}
      onConfirm={() => release.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('releaseHint')}</Text>
    </ConfirmDialog>
  );
}
