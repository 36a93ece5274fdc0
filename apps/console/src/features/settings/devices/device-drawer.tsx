import { useMemo } from 'react';
import { Stack } from '@mantine/core';
import { useLiveValues } from '../../../api/live-values';
import { CodeText } from '../../../ui/code-text';
import { DataTable } from '../../../ui/data-table';
import { Notice } from '../../../ui/notice';
import { QualityBadge, useValueText } from '../../../ui/point-value';
import { SideDrawer } from '../../../ui/side-drawer';
import { useErrorText } from '../../../ui/use-error-text';
import type { Device } from '../settings.queries';
import { useDeviceTexts } from './devices.texts';
import { useReasonText } from './use-reason-text';

interface DeviceDrawerProps {
  /** Undefined closes the drawer. */
  device: Device | undefined;
  onClose: () => void;
}

/** The values of a device, and why it is not read. */
export function DeviceDrawer({ device, onClose }: DeviceDrawerProps) {
  const t = useDeviceTexts();
  const reasonText = useReasonText();
  return (
    <SideDrawer isOpen={device !== undefined} title={device?.name ?? ''} onClose={onClose}>
      {device && (
        <Stack gap="md">
          {device.reason && (
            <Notice tone="caution" title={t('failing')}>
              {reasonText(device.reason)}
            </Notice>
          )}
          <Values codes={device.codes} />
        </Stack>
      )}
    </SideDrawer>
  );
}

function Values({ codes }: { codes: readonly string[] }) {
  const t = useDeviceTexts();
  const errorText = useErrorText();
  const valueText = useValueText();
  const key = codes.join('\n');
  // The list is read again every few seconds, and the values only if the codes differ.
  const same = useMemo(() => (key === '' ? [] : key.split('\n')), [key]);
  const { values, error } = useLiveValues(same);
  if (error) {
    return (
      <Notice tone="caution" title={t('valuesFailed')}>
        {errorText(error)}
      </Notice>
    );
  }
  return (
    <DataTable
      label={t('value')}
      items={same}
      keyOf={(code) => code}
      columns={[
        { key: 'code', title: t('point'), render: (code) => <CodeText>{code}</CodeText> },
        {
          key: 'value',
          title: t('value'),
          align: 'right',
          isBrief: true,
          render: (code) => valueText(values.get(code)?.value),
        },
        {
          key: 'quality',
          title: t('quality'),
          render: (code) => {
            const { quality } = values.get(code) ?? {};
            return quality && <QualityBadge quality={quality} />;
          },
        },
      ]}
    />
  );
}
