import { useMemo, useState } from 'react';
import { Accordion, Code, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { mdiHistory } from '@mdi/js';
import { StateBadge, type Tone } from '../../../ui/badge';
import { EmptyState } from '../../../ui/states';
import { around } from '../../../ui/trend/trend-choice';
import { RecordTrend } from '../../../ui/trend/trend-view';
import { useNodeTypeName } from '../graph/node-types';
import { NodeFailureNote } from '../node-failure-note';
import type { NodeResult } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';
import { useDuration } from './use-duration';

const TONES: Record<NodeResult['status'], Tone> = { success: 'good', failed: 'critical', skipped: 'caution' };

/** The values of a point are shown for this time before and after it was set. */
const AROUND_MS = 3_600_000;

interface NodeRunsProps {
  results: readonly NodeResult[];
  /** The data that started the execution. */
  triggerData?: unknown;
}

/** The node runs with their inputs, outputs and logs. */
export function NodeRuns({ results, triggerData }: NodeRunsProps) {
  const t = useWorkflowTexts();
  const [open, setOpen] = useState<string | null>(null);
  if (results.length === 0) return <EmptyState title={t('noRuns')} icon={mdiHistory} />;
  return (
    <ScrollArea.Autosize mah="60vh" type="auto" viewportProps={{ tabIndex: 0 }}>
      <Accordion variant="contained" chevronPosition="left" value={open} onChange={setOpen}>
        {triggerData !== undefined && (
          <Accordion.Item value="trigger">
            <Accordion.Control>{t('triggerData')}</Accordion.Control>
            <Accordion.Panel>
              <Json title={t('triggerData')} value={triggerData} />
            </Accordion.Panel>
          </Accordion.Item>
        )}
        {results.map((result) => {
          const key = `${result.nodeId} ${result.iteration} ${result.visit} ${result.startedAt}`;
          return (
            <Accordion.Item key={key} value={key}>
              <Accordion.Control>
                <Heading result={result} />
              </Accordion.Control>
              <Accordion.Panel>
                <Run result={result} />
                {open === key && <SetPointTrend result={result} />}
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </ScrollArea.Autosize>
  );
}

function Heading({
  result: { name, nodeId, iteration, status, duration, attempts },
}: {
  result: NodeResult;
}) {
  const t = useWorkflowTexts();
  const show = useDuration();
  return (
    <Group gap="xs" justify="space-between">
      <div>
        <Text size="sm" fw={500}>
          {name || nodeId}
        </Text>
        <Text size="xs" c="dimmed">
          {[iteration, show(duration), attempts > 1 && t('attempts', { count: attempts })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <StateBadge tone={TONES[status]}>{t(`node.${status}`)}</StateBadge>
    </Group>
  );
}

function Run({ result }: { result: NodeResult }) {
  const t = useWorkflowTexts();
  const typeName = useNodeTypeName();
  const { type, nodeId, error, input, output, logs } = result;
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {typeName(type)} · {nodeId}
      </Text>
      {error && <NodeFailureNote error={error} />}
      <Json title={t('input')} value={input} />
      <Json title={t('output')} value={output} />
      {logs.length > 0 && (
        <div>
          <Text size="xs" fw={600}>
            {t('logs')}
          </Text>
          {logs.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines repeat, and keep their order
            <Text key={index} size="xs">
              {line}
            </Text>
          ))}
        </div>
      )}
    </Stack>
  );
}

/** The values of the point that the node has set. Nothing for other nodes. */
function SetPointTrend({ result: { type, input, startedAt } }: { result: NodeResult }) {
  const range = useMemo(() => around(startedAt, AROUND_MS), [startedAt]);
  const { code } = Object(input) as { code?: unknown };
  if (type !== 'set_point' || typeof code !== 'string') return null;
  return <RecordTrend trend={{ series: [code], ...range }} />;
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <div>
      <Text size="xs" fw={600}>
        {title}
      </Text>
      <Code block tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </Code>
    </div>
  );
}
