import { Drawer, Stack, Table, Text, Title } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import { useUiTexts } from '../../ui/ui.texts';
import type { AuditEntry } from './audit.queries';
import { useAuditTexts } from './audit.texts';
import classes from './audit-details.module.css';
import { changedFields } from './changed-fields';
import { useActionText } from './use-action-text';

interface AuditDetailsProps {
  /** Null: closed. */
  entry: AuditEntry | null;
  onClose: () => void;
}

/** All that an entry of the audit log says. */
export function AuditDetails({ entry, onClose }: AuditDetailsProps) {
  const t = useAuditTexts();
  const ui = useUiTexts();
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('entry')}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      {entry && (
        <Stack gap="md">
          <Facts entry={entry} />
          <Changes entry={entry} />
        </Stack>
      )}
    </Drawer>
  );
}

function Facts({ entry }: { entry: AuditEntry }) {
  const t = useAuditTexts();
  const actionText = useActionText();
  const { part } = useFormat();
  const facts: [name: string, value: string | null][] = [
    [t('action'), actionText(entry.action)],
    [t('at'), part(entry.at, { dateStyle: 'full', timeStyle: 'medium' })],
    [t('user'), entry.username],
    [t('target'), entry.target],
    [t('address'), entry.address],
    [t('requestId'), entry.requestId],
  ];
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const t = useAuditTexts();
  const fields = changedFields(entry);
  if (fields.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('unchanged')}
      </Text>
    );
  }
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {t('change')}
      </Title>
      <Table className={classes.changes} aria-label={t('change')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('field')}</Table.Th>
            <Table.Th scope="col">{t('before')}</Table.Th>
            <Table.Th scope="col">{t('after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{before ?? '–'}</Table.Td>
              <Table.Td>{after ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
