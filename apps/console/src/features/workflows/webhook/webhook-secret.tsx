import { SecretDialog } from '../../../ui/secret-dialog';
import { useEditorTexts } from '../editor/editor.texts';

interface WebhookSecretProps {
  secret: string;
  onClose: () => void;
}

/** Shows the secret of a webhook. It cannot be shown again. */
export function WebhookSecret({ secret, onClose }: WebhookSecretProps) {
  const t = useEditorTexts();
  return (
    <SecretDialog
      title={t('secretTitle')}
      hint={t('secretText')}
      secrets={[{ value: secret }]}
      onClose={onClose}
    />
  );
}
