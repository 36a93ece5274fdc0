import { useState } from 'react';
import { Select, Stack } from '@mantine/core';
import { mdiPowerPlug } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format/use-format';
import { StateBadge, type Tone } from '../../../ui/badge';
import { type Column, DataTable } from '../../../ui/data-table';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { useErrorText } from '../../../ui/use-error-text';
import { type Device, devicesQuery, gatewaysQuery, MAIN_GATEWAY } from '../settings.queries';
import { useSettingsTexts } from '../settings.texts';
import { ConnectionsPanel } from './connections-panel';
import { DeviceDrawer } from './device-drawer';
import { useDeviceTexts } from './devices.texts';
import { useReasonText } from './use-reason-text';

const TONES: Record<Device['state'], Tone> = {
  ok: 'good',
  failing: 'critical',
  unknown: 'caution',
  off: 'neutral',
};

/** The devices of a gateway with their states, those that are not read first. */
export function DevicesPage() {
  const t = useDeviceTexts();
  const errorText = useErrorText();
  const [gateway, setGateway] = useState(MAIN_GATEWAY);
  const query = useQuery(devicesQuery(gateway));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="md">
        <Panel>
          <GatewaySelect gateway={gateway} onChange={setGateway} />
          {query.data && query.error && (
            <Notice tone="caution" title={t('outdated')}>
              {errorText(query.error)}
            </Notice>
          )}
          <QueryState query={query} height={300}>
            {(devices) =>
              devices.length === 0 ? (
                <EmptyState title={t('none')} icon={mdiPowerPlug} />
              ) : (
                <DeviceList devices={devices} />
              )
            }
          </QueryState>
        </Panel>
        <ConnectionsPanel gateway={gateway} />
      </Stack>
    </>
  );
}

interface GatewaySelectProps {
  gateway: number;
  onChange: (id: number) => void;
}

/** Is hidden if there is only one gateway. */
function GatewaySelect({ gateway, onChange }: GatewaySelectProps) {
  const t = useDeviceTexts();
  const mainGateway = useSettingsTexts()('mainGateway');
  const { data = [] } = useQuery(gatewaysQuery);
  if (data.length < 2) return null;
  return (
    <Select
      label={t('gateway')}
      mb="md"
      maw={320}
      allowDeselect={false}
      data={data.map(({ id, name }) => ({
        value: String(id),
        label: id === MAIN_GATEWAY ? mainGateway : name,
      }))}
      value={String(gateway)}
      onChange={(id) => onChange(Number(id))}
    />
  );
}

function DeviceList({ devices }: { devices: readonly Device[] }) {
  const t = useDeviceTexts();
  const [shown, setShown] = useState<Device | null>(null);
  const failing = devices.filter(({ state }) => state === 'failing');
  const others = devices.filter(({ state }) => state !== 'failing');
  return (
    <Stack gap="md">
      {failing.length > 0 && (
        <Notice tone="caution" title={t('failing')}>
          {failing.length === 1 ? t('oneFails') : t('someFail', { count: failing.length })}
        </Notice>
      )}
      <DataTable
        label={t('title')}
        items={[...failing, ...others]}
        keyOf={({ number }) => number}
        columns={useColumns()}
        onOpen={setShown}
      />
      {/* The list is read again, so the shown device is the newest one. */}
      <DeviceDrawer
        device={devices.find(({ number, name }) => number === shown?.number && name === shown.name)}
        onClose={() => setShown(null)}
      />
    </Stack>
  );
}

function useColumns(): Column<Device>[] {
  const t = useDeviceTexts();
  const reasonText = useReasonText();
  const { dateTime, number } = useFormat();
  return [
    { key: 'name', title: t('device'), render: ({ name }) => name },
    {
      key: 'state',
      title: t('state'),
      isBrief: true,
      render: ({ state }) => <StateBadge tone={TONES[state]}>{t(state)}</StateBadge>,
    },
    { key: 'reason', title: t('reason'), render: ({ reason }) => reasonText(reason) },
    { key: 'connection', title: t('connection'), render: ({ connection }) => connection },
    { key: 'protocol', title: t('protocol'), render: ({ protocol }) => protocol },
    {
      key: 'points',
      title: t('goodValues'),
      align: 'right',
      render: ({ goodPoints, codes }) => t('goodOf', { good: number(goodPoints), all: number(codes.length) }),
    },
    { key: 'lastValue', title: t('lastValue'), render: ({ lastValueAt }) => dateTime(lastValueAt) },
  ];
}
