import { Text, UnstyledButton } from '@mantine/core';
import { mdiAlert, mdiAlertCircle } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import { type Graph, storedPosition } from '../graph/definition';
import type { Notes } from '../graph/flow-elements';
import { lookOf, useNodeTypeName } from '../graph/node-types';
import { useWorkflowTexts } from '../workflows.texts';
import classes from './node-list.module.css';

interface NodeListProps {
  label: string;
  graph: Graph;
  notes: Notes | undefined;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** The graph as a list, from its start, and then its notes: for screen readers and for small screens. */
export function NodeList({ label, graph, notes, selected, onSelect }: NodeListProps) {
  const texts = useWorkflowTexts();
  const typeName = useNodeTypeName();
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name || id]));
  const ordered = graph.nodes.toSorted((a, b) => place(a) - place(b));
  return (
    <ol className={classes.list} aria-label={label}>
      {ordered.map((node) => {
        const [category, icon] = lookOf(node.type);
        const { state, problems = [], warnings = [] } = notes?.get(node.id) ?? {};
        const next = graph.edges.filter(({ source }) => source === node.id);
        return (
          <li key={node.id}>
            <UnstyledButton
              className={classes.item}
              data-category={category}
              data-state={state}
              aria-current={node.id === selected}
              onClick={() => onSelect(node.id)}
            >
              <span className={classes.icon}>
                <Icon path={icon} />
              </span>
              <span className={classes.texts}>
                <Text span fw={600} size="sm">
                  {names.get(node.id)}
                </Text>
                <Text span size="xs" c="dimmed">
                  {typeName(node.type)}
                </Text>
                {next.map(({ target, label: branch }) => (
                  <Text key={`${branch} ${target}`} span size="xs" c="dimmed">
                    → {branch && `${branch}: `}
                    {names.get(target) ?? target}
                  </Text>
                ))}
                {problems.map((message) => (
                  <Text key={message} span size="xs" c="var(--mantine-color-error)">
                    <Icon path={mdiAlertCircle} size={14} /> {message}
                  </Text>
                ))}
                {warnings.map((message) => (
                  <Text key={message} span size="xs">
                    <Icon path={mdiAlert} size={14} /> {message}
                  </Text>
                ))}
              </span>
              {state && (
                <Text span size="xs" fw={600}>
                  {texts(`node.${state}`)}
                </Text>
              )}
            </UnstyledButton>
          </li>
        );
      })}
      {graph.notes?.map(({ text, x, y }) => (
        <li key={`${x} ${y} ${text}`}>
          <Text size="sm" className={classes.note}>
            {text}
          </Text>
        </li>
      ))}
    </ol>
  );
}

/** From left to right, and then from top to bottom. */
function place(node: Graph['nodes'][number]): number {
  const { x, y } = storedPosition(node) ?? { x: 0, y: 0 };
  return x * 100 + y / 100;
}
