import { useState } from 'react';
import { FileInput, Select } from '@mantine/core';
import { FormDialog } from '../../../ui/form-dialog';
import type { Connection } from '../settings.queries';
import { useDeviceTexts } from './devices.texts';
import { type Configured, useSaveConnections } from './use-save-connections';

interface ImportPointsProps {
  configured: Configured;
  /** The position of the connection. */
  position: number;
  onClose: () => void;
}

/** Adds the points of a table or a template to a device. The gateway reads the file. */
export function ImportPoints({ configured: newest, position, onClose }: ImportPointsProps) {
  const t = useDeviceTexts();
  const [configured] = useState(newest);
  const { connections } = configured.configuration;
  const connection = connections[position] ?? {};
  const devices = Array.isArray(connection.devices) ? (connection.devices as Connection[]) : [];
  const [device, setDevice] = useState('0');
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const save = useSaveConnections(configured, onClose);
  const confirm = async () => {
    if (!file) {
      setError(t('missing'));
      return;
    }
    const changed = { ...devices[Number(device)], pointsTable: textIn(await file.arrayBuffer()) };
    save.mutate(
      connections.with(position, { ...connection, devices: devices.with(Number(device), changed) }),
    );
  };
  return (
    <FormDialog
      title={t('importPoints')}
      confirm={t('import.points')}
      isRunning={save.isPending}
      isDirty={() => file !== null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Select
        label={t('device')}
        allowDeselect={false}
        data={devices.map(({ name }, index) => ({ value: String(index), label: String(name) }))}
        value={device}
        onChange={(chosen) => setDevice(chosen ?? '0')}
      />
      <FileInput
        label={t('pointsFile')}
        description={t('pointsFileHint')}
        required
        accept=".csv,.txt,.tsv,.json"
        error={error}
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}

/** Lists of BACnet devices are often in UTF-16 or Windows-1252. */
function textIn(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
