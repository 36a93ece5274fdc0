import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { StateBadge } from '../../../ui/badge';
import { CodeText } from '../../../ui/code-text';
import { DataTable } from '../../../ui/data-table';
import { Notice } from '../../../ui/notice';
import { QualityBadge, useValueText } from '../../../ui/point-value';
import { useErrorText } from '../../../ui/use-error-text';
import { type Connection, type Trial, tryConnection } from '../settings.queries';
import { useDeviceTexts } from './devices.texts';
import { useReasonText } from './use-reason-text';

export function useTrial(gateway: number, isSearch: boolean): UseMutationResult<Trial, Error, Connection> {
  return useMutation({
    mutationFn: (connection: Connection) => tryConnection(gateway, connection, isSearch),
  });
}

interface TrialPanelProps {
  gateway: number;
  /** The connection as it stands; null if a field is wrong, which the form then shows. */
  connectionOf: () => Connection | null;
}

/**
 * Reads the devices of a connection before it is saved, and shows their values. The values of another connection need
 * another `key`.
 */
export function TrialPanel({ gateway, connectionOf }: TrialPanelProps) {
  const t = useDeviceTexts();
  const trial = useTrial(gateway, false);
  const start = () => {
    const connection = connectionOf();
    if (connection) trial.mutate(connection);
  };
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" loading={trial.isPending} onClick={start}>
          {t('readNow')}
        </Button>
        {trial.isPending && <Text size="sm">{t('reading')}</Text>}
      </Group>
      <TrialError trial={trial} />
      {trial.data?.devices.map((device) => (
        <TriedDevice key={device.name} device={device} />
      ))}
    </Stack>
  );
}

export function TrialError({ trial: { error } }: { trial: ReturnType<typeof useTrial> }) {
  const t = useDeviceTexts();
  const errorText = useErrorText();
  return (
    error && (
      <Notice tone="critical" title={t('notTried')}>
        {errorText(error)}
      </Notice>
    )
  );
}

function TriedDevice({ device: { name, reason, values } }: { device: Trial['devices'][number] }) {
  const t = useDeviceTexts();
  const reasonText = useReasonText();
  const valueText = useValueText();
  const isRead = values.some(({ quality }) => quality !== 'bad');
  const state = reason ? 'failing' : isRead ? 'ok' : 'unknown';
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        <StateBadge tone={state === 'ok' ? 'good' : 'critical'}>{t(state)}</StateBadge>
        {reason && <Text size="sm">{reasonText(reason)}</Text>}
      </Group>
      {values.length > 0 && (
        <DataTable
          label={t('valuesOf', { name })}
          items={values}
          keyOf={({ code }) => code}
          columns={[
            { key: 'code', title: t('point'), render: ({ code }) => <CodeText>{code}</CodeText> },
            { key: 'value', title: t('value'), align: 'right', render: ({ value }) => valueText(value) },
            {
              key: 'quality',
              title: t('quality'),
              render: ({ quality }) => <QualityBadge quality={quality} />,
            },
          ]}
        />
      )}
    </Stack>
  );
}
