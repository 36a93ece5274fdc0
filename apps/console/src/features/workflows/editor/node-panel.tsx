import { useMemo } from 'react';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { mdiContentCopy, mdiTrashCanOutline } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import type { Catalogue } from '../catalogue.queries';
import type { GraphNode } from '../graph/definition';
import { lookOf, useNodeTypeName } from '../graph/node-types';
import type { ExecutionDetail } from '../workflows.queries';
import { Connections } from './connections';
import { useEditorTexts } from './editor.texts';
import { CONDITION_DATA, nodeScope } from './expressions/scope';
import { FormContext } from './form/form-context';
import { SchemaForm } from './form/schema-form';
import { duplicated, withChanges, without } from './graph-edits';
import { LastOutput } from './last-output';
import { IdInput } from './id-input';
import { OnErrorFields } from './on-error-fields';
import type { Problems } from '../problems/use-shown-problems';
import { ProblemNotes } from './problem-notes';
import { messagesByPath, problemsOfNode } from './problems';
import { useTypeHelp } from './type-help';
import type { Editor } from './use-editor';

interface NodePanelProps {
  editor: Editor;
  node: GraphNode;
  catalogue: Catalogue;
  problems: Problems;
  execution: ExecutionDetail | null;
  onSelect: (id: string | undefined) => void;
}

/** Everything about one node: its settings, its connections, and its last result. */
export function NodePanel({ editor, node, catalogue, problems, execution, onSelect }: NodePanelProps) {
  const t = useEditorTexts();
  const typeName = useNodeTypeName();
  const help = useTypeHelp();
  const { graph, trigger } = editor.draft;
  const index = graph.nodes.indexOf(node);
  const path = `nodes[${index}]`;
  const type = catalogue.nodes.find((one) => one.type === node.type);
  const change = (changes: Partial<GraphNode>, key: string) =>
    editor.changeGraph((current) => withChanges(current, node.id, changes), key);
  const context = useMemo(
    () => ({
      path,
      problems: messagesByPath(problems.problems),
      hasTemplates: true,
      data: nodeScope(graph, node.id, catalogue.nodes, { trigger: trigger.type, execution }),
      conditionData: CONDITION_DATA,
      hasRealData: execution !== null,
      functions: catalogue.functions,
    }),
    [path, problems, graph, node.id, catalogue, trigger.type, execution],
  );
  const fields = Object.keys(type?.configSchema.properties ?? {});
  return (
    <Stack gap="md">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Icon path={lookOf(node.type)[1]} />
        <div>
          <Text fw={600}>{typeName(node.type)}</Text>
          <Text size="xs" c="dimmed">
            {type && help(type.type, type.description)}
          </Text>
        </div>
      </Group>
      <ProblemNotes {...problemsOfNode(problems, index)} prefix={path} schema={type?.configSchema} />
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        maxLength={255}
        value={node.name ?? ''}
        placeholder={node.id}
        onChange={({ currentTarget }) => change({ name: currentTarget.value || null }, `${node.id} name`)}
      />
      <FormContext value={context}>
        {type && fields.length > 0 ? (
          <SchemaForm
            key={node.id}
            path={`${path}.config`}
            schema={type.configSchema}
            value={node.config ?? {}}
            onChange={(config, key) => change({ config }, key)}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('emptyForm')}
          </Text>
        )}
      </FormContext>
      <Connections editor={editor} node={node} types={catalogue.nodes} />
      <OnErrorFields
        graph={graph}
        node={node}
        onChange={(onError) => change({ onError }, `${node.id} onError`)}
      />
      <IdInput key={node.id} editor={editor} node={node} onRenamed={onSelect} />
      <LastOutput node={node} execution={execution} />
      {node.type !== 'start' && (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Icon path={mdiContentCopy} size={18} />}
            onClick={() => {
              const copy = duplicated(graph, node.id);
              editor.changeGraph(() => copy.graph);
              onSelect(copy.id);
            }}
          >
            {t('duplicate')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon path={mdiTrashCanOutline} size={18} />}
            onClick={() => {
              editor.changeGraph((current) => without(current, [node.id]));
              onSelect(undefined);
            }}
          >
            {t('delete')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
