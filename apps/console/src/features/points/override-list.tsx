import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { mdiCheckCircleOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { useFormat } from '../../format/use-format';
import { useActorName } from '../../ui/actor.texts';
import { type Column, DataTable } from '../../ui/data-table';
import { useValueText } from '../../ui/point-value';
import { useMessageText } from '../../ui/messages/use-message-text';
import { type Override, overridesQuery } from '../../ui/point-command/point-command.queries';
import { usePointCommandTexts } from '../../ui/point-command/point-command.texts';
import { ReleaseDialog } from '../../ui/point-command/release-dialog';
import { PointLink } from '../../ui/point-link';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import { usePointTexts } from './points.texts';

/** The overrides in force. An administrator can release them. */
export function OverrideList() {
  const t = usePointTexts();
  const [releasing, setReleasing] = useState<Override | null>(null);
  const columns = useOverrideColumns(setReleasing);
  return (
    <>
      <QueryState query={useQuery(overridesQuery)} height={240}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('noOverrides')} icon={mdiCheckCircleOutline} />
          ) : (
            <DataTable label={t('overrides')} items={items} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </QueryState>
      {releasing && <ReleaseDialog override={releasing} onClose={() => setReleasing(null)} />}
    </>
  );
}

function useOverrideColumns(onRelease: (override: Override) => void): Column<Override>[] {
  const t = usePointTexts();
  const command = usePointCommandTexts();
  const actorName = useActorName();
  const isAdmin = useHasRole('admin');
  const valueText = useValueText();
  const messageText = useMessageText();
  const { dateTime } = useFormat();
  return [
    {
      key: 'code',
      title: t('point'),
      render: ({ pointId, pointName, code }) => (
        <PointLink point={{ id: pointId, name: pointName }} code={code} />
      ),
    },
    { key: 'value', title: t('forcedValue'), render: ({ value }) => valueText(value) },
    { key: 'before', title: t('previousValue'), render: ({ previousValue }) => valueText(previousValue) },
    { key: 'by', title: t('by'), render: ({ username, userId }) => actorName(username, userId) },
    { key: 'since', title: t('since'), render: ({ createdAt }) => dateTime(createdAt) },
    {
      key: 'expires',
      title: t('expires'),
      render: ({ expiresAt }) => (expiresAt ? dateTime(expiresAt) : t('never')),
    },
    {
      key: 'reason',
      title: command('reason'),
      render: ({ reason, lastFailure, attempts }) => (
        <>
          {reason ?? '–'}
          {lastFailure && (
            <Text size="xs" c="var(--mantine-color-error)">
              {t('releaseFailed', { count: attempts, error: messageText(lastFailure) })}
            </Text>
          )}
        </>
      ),
    },
    ...(isAdmin
      ? [
          {
            key: 'release',
            title: t('actions'),
            render: (override: Override) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={command('releaseTitle', { code: override.code })}
                onClick={() => onRelease(override)}
              >
                {command('release')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
