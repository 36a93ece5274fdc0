import { OutdatedDialog } from '../../../ui/outdated-dialog';
import { WebhookSecret } from '../webhook/webhook-secret';
import { DraftDialog } from './draft-dialog';
import { DryRunDialog } from './dry-run';
import { useEditorTexts } from './editor.texts';
import type { Storing } from './use-storing';

interface StoringDialogsProps {
  storing: Storing;
  trigger: string;
  /** The trigger data of the last execution, or of a recipe. */
  known: unknown;
}

/** The dialogs that can open while a workflow is saved or run. */
export function StoringDialogs({ storing, trigger, known }: StoringDialogsProps) {
  const t = useEditorTexts();
  const { dialog, setDialog, dryRun, isPending, isOutdated, secret } = storing;
  const close = () => setDialog(null);
  return (
    <>
      {dialog === 'dryRun' && (
        <DryRunDialog
          trigger={trigger}
          known={known}
          isRunning={dryRun.isPending}
          onRun={(choice) => dryRun.mutate(choice)}
          onClose={close}
        />
      )}
      <DraftDialog
        isOpen={dialog === 'draft'}
        isPending={isPending}
        onConfirm={() => void storing.request({ enabled: false })}
        onClose={close}
      />
      <OutdatedDialog
        isOpen={isOutdated}
        title={t('outdatedTitle')}
        onReload={() => void storing.reload()}
        onOverwrite={() => void storing.request({ overwrites: true })}
        onClose={storing.dismissOutdated}
      />
      {secret !== null && <WebhookSecret secret={secret} onClose={storing.closeSecret} />}
    </>
  );
}
