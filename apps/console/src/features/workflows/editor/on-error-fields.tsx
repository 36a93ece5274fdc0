import { Fieldset, NumberInput, Select, Stack } from '@mantine/core';
import type { ErrorHandler, Graph, GraphNode } from '../graph/definition';
import { useEditorTexts } from './editor.texts';
import { DurationField } from './form/duration-field';
import { useFormTexts } from './form/form.texts';

const ACTIONS = ['none', 'retry', 'skip', 'abort', 'goto'] as const;
const FIRST_DELAY_MS = 10_000;

interface OnErrorFieldsProps {
  graph: Graph;
  node: GraphNode;
  onChange: (handler: ErrorHandler | null) => void;
}

/** The reaction to a failure of a node. */
export function OnErrorFields({ graph, node, onChange }: OnErrorFieldsProps) {
  const t = useEditorTexts();
  const texts = useFormTexts();
  const handler = node.onError;
  const action = ACTIONS.find((one) => one === handler?.action) ?? 'none';
  const jumps = graph.nodes
    .filter(({ id, type }) => id !== node.id && type !== 'start')
    .map(({ id, name }) => ({ value: id, label: name || id }));
  if (node.type === 'start' || node.type === 'end') return null;
  const change = (changes: Partial<ErrorHandler>) => onChange({ action, ...handler, ...changes });
  return (
    <Fieldset legend={t('onError')} p="sm">
      <Stack gap="xs">
        <Select
          aria-label={t('onError')}
          data={ACTIONS.map((value) => ({ value, label: t(`onError.${value}`) }))}
          value={action}
          onChange={(next) => onChange(firstHandler(next))}
        />
        {action === 'retry' && (
          <>
            <NumberInput
              label={t('retryCount')}
              min={1}
              allowDecimal={false}
              value={handler?.retryCount ?? ''}
              onChange={(count) => change({ retryCount: typeof count === 'number' ? count : null })}
            />
            <DurationField
              texts={{ label: t('retryDelayMs') }}
              schema={{}}
              value={handler?.retryDelayMs ?? undefined}
              onChange={(delay) => change({ retryDelayMs: typeof delay === 'number' ? delay : null })}
            />
          </>
        )}
        {(action === 'goto' || action === 'retry') && (
          <Select
            label={t(action === 'goto' ? 'gotoNode' : 'gotoAfterRetry')}
            searchable
            clearable={action === 'retry'}
            clearButtonProps={{ 'aria-label': texts('clearField', { field: t('gotoAfterRetry') }) }}
            nothingFoundMessage={texts('nothingFound')}
            data={jumps}
            value={handler?.gotoNodeId ?? null}
            onChange={(gotoNodeId) => change({ gotoNodeId })}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

function firstHandler(action: string | null): ErrorHandler | null {
  if (action === null || action === 'none') return null;
  return action === 'retry' ? { action, retryCount: 2, retryDelayMs: FIRST_DELAY_MS } : { action };
}
