import { Fieldset, MultiSelect, Stack, Text } from '@mantine/core';
import { branchesOf, type NodeType } from '../catalogue.queries';
import { type GraphNode, labelsFrom } from '../graph/definition';
import { useEditorTexts } from './editor.texts';
import { useFormTexts } from './form/form.texts';
import { retargeted } from './graph-edits';
import type { Editor } from './use-editor';

interface ConnectionsProps {
  editor: Editor;
  node: GraphNode;
  types: readonly NodeType[];
}

/** Fields for the target of each branch of a node, as an alternative to drawing edges. */
export function Connections({ editor, node, types }: ConnectionsProps) {
  const t = useEditorTexts();
  const texts = useFormTexts();
  const { graph } = editor.draft;
  const branches = [...new Set([...branchesOf(types, node), ...labelsFrom(node.id, graph.edges)])];
  const targets = graph.nodes
    .filter(({ id, type }) => id !== node.id && type !== 'start')
    .map(({ id, name }) => ({ value: id, label: name || id }));
  const rows = branches.length > 0 ? branches : [undefined];
  if (node.type === 'end') return <Text size="sm">{t('noConnections')}</Text>;
  return (
    <Fieldset legend={t('connections')} p="sm">
      <Stack gap="xs">
        {rows.map((label) => (
          <MultiSelect
            key={label ?? ''}
            label={label === undefined ? t('next') : t('nextOf', { branch: label })}
            placeholder={t('chooseNext')}
            nothingFoundMessage={texts('nothingFound')}
            searchable
            data={targets}
            value={graph.edges
              .filter((edge) => edge.source === node.id && (edge.label ?? undefined) === label)
              .map(({ target }) => target)}
            onChange={(chosen) =>
              editor.changeGraph((current) => retargeted(current, { source: node.id, label }, chosen))
            }
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
