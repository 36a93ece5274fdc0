import { useMemo, useState } from 'react';
import { Anchor, Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { useLiveValues } from '../../api/live-values';
import { objectQuery, OBJECTS } from '../../api/objects';
import { POINTS } from '../../api/points';
import { useFormat } from '../../format/use-format';
import { DeleteButton } from '../../ui/delete-button';
import { DetailsDrawer, DetailsHeading } from '../../ui/details-drawer';
import { Notice } from '../../ui/notice';
import { QualityBadge, useValueText, ValueAge } from '../../ui/point-value';
import { EditPoint } from './point-form';
import { PointHistory } from './point-history';
import classes from './points.module.css';
import {
  deletePoint,
  type Override,
  overridesQuery,
  type PointDetail,
  pointQuery,
  writesQuery,
} from './points.queries';
import { usePointTexts } from './points.texts';
import { ReleaseDialog } from './release-dialog';
import { ForceDialog, SetDialog } from './write-dialogs';
import { WriteTable } from './write-list';

interface PointDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The live value, the history and the writes of one point. */
export function PointDetails({ id, onClose }: PointDetailsProps) {
  const t = usePointTexts();
  return (
    <DetailsDrawer
      id={id}
      parameter="point"
      title={t('point')}
      size="xl"
      queryOf={pointQuery}
      onClose={onClose}
    >
      {(point) => <Details point={point} onDeleted={onClose} />}
    </DetailsDrawer>
  );
}

interface DetailsProps {
  point: PointDetail;
  onDeleted: () => void;
}

function Details({ point, onDeleted }: DetailsProps) {
  const { name, code, objectId } = point;
  const isOperator = useHasRole('operator');
  const isEngineer = useHasRole('engineer');
  const object = useQuery(objectQuery(objectId)).data;
  const override = useQuery(overridesQuery).data?.items.find((one) => one.code === code);
  return (
    <Stack gap="lg">
      <DetailsHeading title={name}>
        <Text size="sm" c="dimmed">
          <Text span ff="monospace" size="sm">
            {code}
          </Text>
          {object && ` · ${object.name}`}
        </Text>
      </DetailsHeading>
      <CurrentValue point={point} />
      {point.writtenBy.length > 0 && <Writers writers={point.writtenBy} />}
      {override && <OverrideNotice override={override} unit={point.unit} />}
      <PointHistory point={point} />
      {isOperator && <Writes code={code} />}
      {isEngineer && <PointActions point={point} onDeleted={onDeleted} />}
    </Stack>
  );
}

/** The workflows that write the point. */
function Writers({ writers }: { writers: PointDetail['writtenBy'] }) {
  const t = usePointTexts();
  const mayOpen = useHasRole('operator');
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('writtenBy')}
      </Text>
      {writers.map(({ id, name, enabled }) => (
        <Text key={id} size="sm" c={enabled ? undefined : 'dimmed'}>
          {mayOpen ? (
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link to="/workflows/$workflowId" params={{ workflowId: id }} {...props} />
              )}
            >
              {name}
            </Anchor>
          ) : (
            name
          )}
          {!enabled && ` (${t('disabled')})`}
        </Text>
      ))}
    </Group>
  );
}

/** Changes and deletes the record of the point. */
function PointActions({ point, onDeleted }: DetailsProps) {
  const t = usePointTexts();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <Divider />
      <Group justify="space-between">
        <DeleteButton
          title={t('deletePoint', { name: point.name })}
          remove={() => deletePoint(point.id)}
          changes={[POINTS, OBJECTS]}
          onDeleted={onDeleted}
        >
          {t('deletePointHint')}
        </DeleteButton>
        <Button variant="default" onClick={() => setEditing(true)}>
          {t('edit')}
        </Button>
      </Group>
      {isEditing && <EditPoint point={point} onClose={() => setEditing(false)} />}
    </>
  );
}

/** The live value, with buttons for the writes that the user may make. */
function CurrentValue({ point }: { point: PointDetail }) {
  const t = usePointTexts();
  const valueText = useValueText();
  const isOperator = useHasRole('operator');
  const isAdmin = useHasRole('admin');
  const [open, setOpen] = useState<'set' | 'force' | null>(null);
  const { code, unit, writable } = point;
  const { values } = useLiveValues(useMemo(() => [code], [code]));
  const current = values.get(code);
  const props = { point, value: current?.value, onClose: () => setOpen(null) };
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <div>
        <div className={classes.current}>{valueText(current?.value, unit)}</div>
        {current && (
          <Group gap="xs" mt={4}>
            <QualityBadge quality={current.quality} />
            <ValueAge timestamp={current.timestamp} />
          </Group>
        )}
      </div>
      {isOperator && writable === false && (
        <Text size="sm" c="dimmed">
          {t('readOnly')}
        </Text>
      )}
      {isOperator && writable !== false && (
        <Group gap="xs">
          <Button onClick={() => setOpen('set')}>{t('set')}</Button>
          {isAdmin && (
            <Button variant="default" onClick={() => setOpen('force')}>
              {t('force')}
            </Button>
          )}
        </Group>
      )}
      {open === 'set' && <SetDialog {...props} />}
      {open === 'force' && <ForceDialog {...props} />}
    </Group>
  );
}

function OverrideNotice({ override, unit }: { override: Override; unit: string | null }) {
  const t = usePointTexts();
  const valueText = useValueText();
  const isAdmin = useHasRole('admin');
  const { dateTime } = useFormat();
  const [isReleasing, setReleasing] = useState(false);
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

const NEWEST = 5;

/** The newest writes of the point. Nothing is shown if there are none. */
function Writes({ code }: { code: string }) {
  const t = usePointTexts();
  const writes = useQuery(writesQuery({ code, limit: NEWEST })).data?.items ?? [];
  if (writes.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('writes')}
      </Title>
      <WriteTable writes={writes} isOfOnePoint />
    </section>
  );
}
