import { Anchor, Divider, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { areasQuery } from '../../api/areas';
import { objectQuery } from '../../api/objects';
import { useUserName } from '../../api/user-names';
import { useFormat } from '../../format/use-format';
import { Fact, Facts } from '../../ui/facts';
import { QueryState } from '../../ui/query-state';
import { SeverityBadge } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import { FaultActions } from './fault-actions';
import { FaultState } from './fault-state';
import { FaultTimeline } from './fault-timeline';
import { type Fault, faultQuery } from './faults.queries';
import { useFaultTexts } from './faults.texts';

interface FaultDetailsProps {
  /** Undefined: closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The facts, the steps and the timeline of one fault. */
export function FaultDetails({ id, onClose }: FaultDetailsProps) {
  const t = useFaultTexts();
  const ui = useUiTexts();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('fault')}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      {id !== undefined && <Details id={id} onClose={onClose} />}
    </Drawer>
  );
}

function Details({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <QueryState query={useQuery(faultQuery(id))} height={300}>
      {(fault) => (
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              {fault.title}
            </Title>
            <Group gap="xs" mt="xs">
              <SeverityBadge severity={fault.severity} />
              <FaultState status={fault.status} />
            </Group>
          </div>
          {fault.description && <Text style={{ whiteSpace: 'pre-wrap' }}>{fault.description}</Text>}
          <FaultActions fault={fault} onDeleted={onClose} />
          <FaultFacts fault={fault} />
          <Divider />
          <FaultTimeline fault={fault} />
        </Stack>
      )}
    </QueryState>
  );
}

function FaultFacts({ fault }: { fault: Fault }) {
  const t = useFaultTexts();
  const { dateTime } = useFormat();
  const userName = useUserName();
  const { data: areas } = useQuery(areasQuery);
  const { data: object } = useQuery(objectQuery(fault.objectId));
  const area = areas?.areas.find(({ id }) => id === fault.areaId);
  return (
    <Facts>
      <Fact name={t('assignee')}>{userName(fault.assigneeId) ?? t('nobody')}</Fact>
      <Fact name={t('area')}>
        {area && (
          <Anchor inherit renderRoot={(props) => <Link to="/energy" search={{ area: area.id }} {...props} />}>
            {area.name}
          </Anchor>
        )}
      </Fact>
      <Fact name={t('object')}>{object?.name}</Fact>
      <Fact name={t('alarm')}>
        {fault.alertId && (
          <Anchor
            inherit
            renderRoot={(props) => <Link to="/alarms" search={{ alarm: fault.alertId }} {...props} />}
          >
            {t('openAlarm')}
          </Anchor>
        )}
      </Fact>
      <Fact name={t('reportedAt')}>{dateTime(fault.reportedAt)}</Fact>
      <Fact name={t('startedAt')}>{fault.startedAt && dateTime(fault.startedAt)}</Fact>
      <Fact name={t('resolvedAt')}>{fault.resolvedAt && dateTime(fault.resolvedAt)}</Fact>
      <Fact name={t('rootCause')}>{fault.rootCause}</Fact>
    </Facts>
  );
}
