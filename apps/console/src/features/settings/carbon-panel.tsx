import { Button, Group, Stack, Text } from '@mantine/core';
import { mdiRefresh } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { ENERGY_TYPES } from '../../api/energy-types';
import { useFormat } from '../../format/use-format';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { useAction } from '../../ui/use-action';
import { useCarbonTexts } from './carbon.texts';
import {
  CARBON_FACTORS,
  type CarbonFactor,
  carbonFactorsQuery,
  refreshCarbonFactors,
} from './settings.queries';

const DECIMALS = 5;

/** The emission factors by category, and a button that reads them again from their source. */
export function CarbonPanel() {
  const t = useCarbonTexts();
  const typeText = useEnergyTypeTexts();
  const categoryText = (name: string) => {
    const type = ENERGY_TYPES.find((known) => known === name);
    return type ? typeText(type) : name;
  };
  const refresh = useAction(refreshCarbonFactors, { done: t('refreshed'), changes: [CARBON_FACTORS] });
  return (
    <Panel
      title={t('title')}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon path={mdiRefresh} size={16} />}
          loading={refresh.isPending}
          onClick={() => refresh.mutate()}
        >
          {t('refresh')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('hint')}
      </Text>
      <QueryState query={useQuery(carbonFactorsQuery)} height={200}>
        {({ factors }) => (
          <Stack gap="xs">
            {factors.map(({ id, name, children }) => (
              <details key={id}>
                <Text component="summary" size="sm" fw={500}>
                  {categoryText(name)}
                </Text>
                {children.map((factor) => (
                  <Factor key={factor.id} factor={factor} />
                ))}
              </details>
            ))}
          </Stack>
        )}
      </QueryState>
    </Panel>
  );
}

function Factor({ factor }: { factor: CarbonFactor }) {
  const t = useCarbonTexts();
  const { number } = useFormat();
  const { name, value, unit, region, scope, year, source } = factor;
  const notes = [region, scope && t('scope', { scope }), year && String(year), source];
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" py={4}>
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {notes.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Text size="sm" ff="monospace" ta="right">
        {number(value, DECIMALS)} {unit?.replace('CO2', 'CO₂')}
      </Text>
    </Group>
  );
}
