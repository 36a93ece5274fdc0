import { ActionIcon, Group, Slider, Text } from '@mantine/core';
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import type { NodeResult } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';

interface ReplayProps {
  results: readonly NodeResult[];
  /** The number of shown results. If it is undefined, all results are shown, including those that arrive later. */
  step: number | undefined;
  onChange: (step: number | undefined) => void;
}

/** Shows the results one after the other, in the order in which the node runs ended. */
export function Replay({ results, step, onChange }: ReplayProps) {
  const t = useWorkflowTexts();
  const count = results.length;
  const current = step ?? count;
  const show = (wanted: number) => onChange(wanted >= count ? undefined : wanted);
  const last = results[current - 1];
  return (
    <Group gap="sm" wrap="nowrap">
      <ActionIcon
        variant="default"
        aria-label={t('stepBack')}
        disabled={current === 0}
        onClick={() => show(current - 1)}
      >
        <Icon path={mdiChevronLeft} />
      </ActionIcon>
      <Slider
        flex={1}
        min={0}
        max={count}
        value={current}
        label={null}
        thumbLabel={t('replay')}
        onChange={show}
      />
      <ActionIcon
        variant="default"
        aria-label={t('stepForward')}
        disabled={current >= count}
        onClick={() => show(current + 1)}
      >
        <Icon path={mdiChevronRight} />
      </ActionIcon>
      <Text size="sm" w={150} truncate>
        {current}/{count} {last && (last.name || last.nodeId)}
      </Text>
    </Group>
  );
}
