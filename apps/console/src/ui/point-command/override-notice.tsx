import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { useFormat } from '../../format/use-format';
import { Notice } from '../notice';
import { useValueText } from '../point-value';
import { overridesQuery } from './point-command.queries';
import { usePointCommandTexts } from './point-command.texts';
import { ReleaseDialog } from './release-dialog';

/** The override of the point, which an administrator can release. Nothing is shown if the point is not forced. */
export function OverrideNotice({ point: { code, unit } }: { point: { code: string; unit: string | null } }) {
  const t = usePointCommandTexts();
  const valueText = useValueText();
  const isAdmin = useHasRole('admin');
  const { dateTime } = useFormat();
  const [isReleasing, setReleasing] = useState(false);
  const override = useQuery(overridesQuery).data?.items.find((one) => one.code === code);
  if (!override) return null;
  const { value, username, createdAt, expiresAt, reason } = override;
  return (
    <Notice tone="caution" title={t('forcedNotice', { value: valueText(value, unit) })}>
      <Group justify="space-between" gap="xs">
        <div>
          {reason && <div>{reason}</div>}
          <Text size="sm" c="dimmed">
            {t('forcedBy', { name: username, time: dateTime(createdAt) })}{' '}
            {expiresAt ? t('until', { time: dateTime(expiresAt) }) : t('untilReleased')}
          </Text>
        </div>
        {isAdmin && (
          <Button variant="default" onClick={() => setReleasing(true)}>
            {t('release')}
          </Button>
        )}
      </Group>
      {isReleasing && <ReleaseDialog override={override} onClose={() => setReleasing(false)} />}
    </Notice>
  );
}
