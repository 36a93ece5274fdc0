import { Code, Stack, Text, Title } from '@mantine/core';
import { useFormat } from '../../../format/use-format';
import type { GraphNode } from '../graph/definition';
import { NodeFailureNote } from '../node-failure-note';
import type { ExecutionDetail } from '../workflows.queries';
import { useEditorTexts } from './editor.texts';

interface LastOutputProps {
  node: GraphNode;
  execution: ExecutionDetail | null;
}

/** The input and the output of a node in the last execution. */
export function LastOutput({ node, execution }: LastOutputProps) {
  const t = useEditorTexts();
  const { dateTime } = useFormat();
  const result = execution?.nodeResults.findLast(({ nodeId }) => nodeId === node.id);
  return (
    <Stack gap={6}>
      <Title order={2} size="h6">
        {t('lastResult')}
      </Title>
      <Text size="xs" c="dimmed">
        {execution
          ? result
            ? t('lastResultHint', { time: dateTime(execution.startedAt ?? result.startedAt) })
            : t('noResult')
          : t('noRunYet')}
      </Text>
      {result?.error && <NodeFailureNote error={result.error} />}
      {result && (
        <>
          <Json title={t('input')} value={result.input} />
          <Json title={t('output')} value={result.output} />
        </>
      )}
    </Stack>
  );
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <div>
      <Text size="xs" fw={600}>
        {title}
      </Text>
      <Code block tabIndex={0} mah={220} style={{ overflow: 'auto' }}>
        {JSON.stringify(value, null, 2)}
      </Code>
    </div>
  );
}
