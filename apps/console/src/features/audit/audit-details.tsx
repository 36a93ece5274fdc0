import { Stack, Table, Text, Title } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import { Fact, Facts } from '../../ui/facts';
import { SideDrawer } from '../../ui/side-drawer';
import type { AuditEntry } from './audit.queries';
import { useAuditTexts } from './audit.texts';
import classes from './audit-details.module.css';
import { changedFields } from './changed-fields';
import { TargetLink } from './target-link';
import { useActionText } from './use-action-text';
import { useEntryActor } from './use-entry-actor';

interface AuditDetailsProps {
  /** Null if the drawer is closed. */
  entry: AuditEntry | null;
  onClose: () => void;
}

/** The details of an entry of the audit log. */
export function AuditDetails({ entry, onClose }: AuditDetailsProps) {
  const t = useAuditTexts();
  return (
    <SideDrawer isOpen={entry !== null} title={t('entry')} onClose={onClose}>
      {entry && (
        <Stack gap="md">
          <EntryFacts entry={entry} />
          <Changes entry={entry} />
        </Stack>
      )}
    </SideDrawer>
  );
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const t = useAuditTexts();
  const actionText = useActionText();
  const actorOf = useEntryActor();
  const { dateTime } = useFormat();
  return (
    <Facts>
      <Fact name={t('action')}>{actionText(entry.action)}</Fact>
      <Fact name={t('at')}>{dateTime(entry.at, 'medium')}</Fact>
      <Fact name={t('user')}>{actorOf(entry)}</Fact>
      <Fact name={t('target')}>
        <TargetLink entry={entry} />
      </Fact>
      <Fact name={t('address')}>{entry.address}</Fact>
      <Fact name={t('requestId')}>{entry.requestId}</Fact>
    </Facts>
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
