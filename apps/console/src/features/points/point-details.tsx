import { useMemo, useState } from 'react';
import { Anchor, Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { useLiveValues } from '../../api/live-values';
import { objectQuery, OBJECTS } from '../../api/objects';
import { POINTS } from '../../api/points';
import { DeleteButton } from '../../ui/delete-button';
import { DetailsDrawer, DetailsHeading } from '../../ui/details-drawer';
import { CommandButtons } from '../../ui/point-command/command-buttons';
import { OverrideNotice } from '../../ui/point-command/override-notice';
import { QualityBadge, useValueText, ValueAge } from '../../ui/point-value';
import { EditPoint } from './point-form';
import { PointHistory } from './point-history';
import classes from './points.module.css';
import { deletePoint, type PointDetail, pointQuery, writesQuery } from './points.queries';
import { usePointTexts } from './points.texts';
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
      <OverrideNotice point={point} />
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
  const { code, unit, writable } = point;
  const { values } = useLiveValues(useMemo(() => [code], [code]));
  const current = values.get(code);
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
      <CommandButtons point={point} value={current?.value} />
    </Group>
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
