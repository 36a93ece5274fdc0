import { useState } from 'react';
import { Button, Code, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { mdiKeyOutline } from '@mdi/js';
import { useHasRole } from '../../../api/account';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { CopyText } from '../../../ui/copy-text';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { useAction } from '../../../ui/use-action';
import { updateWorkflow, type Workflow, WORKFLOWS } from '../workflows.queries';
import { type Examples, examplesOf, serviceOf } from './webhook-examples';
import { WebhookSecret } from './webhook-secret';
import { useWebhookTexts } from './webhook.texts';

/** The address of a workflow's webhook, its secret, and how to call it. */
export function WebhookPanel({ workflow }: { workflow: Workflow }) {
  const t = useWebhookTexts();
  const { webhookSlug, trigger, enabled } = workflow;
  const address = `${location.origin}/api/webhook/${webhookSlug}`;
  const service = serviceOf(trigger.config);
  return (
    <Panel title={t('title')}>
      <Stack gap="md">
        {!enabled && <Notice tone="caution">{t('disabled')}</Notice>}
        <Group gap="xs" align="flex-end">
          <TextInput
            flex={1}
            miw={240}
            readOnly
            label={t('address')}
            description={t('addressHint')}
            value={address}
          />
          <CopyText text={address} label={t('copyAddress')} />
        </Group>
        <Secret workflow={workflow} />
        {service ? (
          <Text size="sm">{t('service', { service })}</Text>
        ) : (
          <Example examples={examplesOf(address, trigger.config)} />
        )}
      </Stack>
    </Panel>
  );
}

function Example({ examples }: { examples: Examples }) {
  const t = useWebhookTexts();
  const [language, setLanguage] = useState<keyof Examples>('curl');
  return (
    <div>
      <Group justify="space-between" mb="xs" gap="xs">
        <SegmentedControl
          aria-label={t('example')}
          data={[
            { value: 'curl', label: 'curl' },
            { value: 'typescript', label: 'TypeScript' },
          ]}
          value={language}
          onChange={(next) => setLanguage(next === 'curl' ? 'curl' : 'typescript')}
        />
        <CopyText text={examples[language]} label={t('copyExample')} />
      </Group>
      <Code block tabIndex={0}>
        {examples[language]}
      </Code>
      <Text size="xs" c="dimmed" mt={4}>
        {t('exampleHint')}
      </Text>
    </div>
  );
}

/** The secret itself is shown only once, after it was created. */
function Secret({ workflow }: { workflow: Workflow }) {
  const t = useWebhookTexts();
  const isEngineer = useHasRole('engineer');
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useAction(
    async () => {
      const { id, trigger, revision } = workflow;
      const config = { ...trigger.config, secret: null };
      const { webhookSecret } = await updateWorkflow(id, {
        trigger: { type: 'webhook', config },
        revision,
      });
      setOpen(false);
      setSecret(webhookSecret);
    },
    { changes: [WORKFLOWS] },
  );
  return (
    <Group gap="xs" justify="space-between">
      <div>
        <Text size="sm" fw={500}>
          {t('secret')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('secretHint')}
        </Text>
      </div>
      {isEngineer && (
        <Button
          variant="default"
          leftSection={<Icon path={mdiKeyOutline} size={18} />}
          onClick={() => setOpen(true)}
        >
          {t('newSecret')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        title={t('newSecret')}
        confirm={t('newSecret')}
        isDangerous
        isRunning={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={() => setOpen(false)}
      >
        <Text size="sm">{t('newSecretHint')}</Text>
      </ConfirmDialog>
      {secret && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
    </Group>
  );
}
