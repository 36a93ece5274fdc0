import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { ENERGY_TYPES, type EnergyType } from '../../api/energy-types';
import { useFormat } from '../../format/use-format';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { Panel } from '../../ui/panel';
import type { Configuration } from './settings.queries';
import { TariffForm } from './tariff-form';
import { versionsOf } from './tariff-versions';
import { useTariffTexts } from './tariffs.texts';

const DECIMALS = 6;

/** The current price of each energy type. */
export function TariffPanel({ configuration }: { configuration: Configuration }) {
  const t = useTariffTexts();
  const typeText = useEnergyTypeTexts();
  const [edited, setEdited] = useState<EnergyType | null>(null);
  return (
    <Panel title={t('title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('hint')}
        </Text>
        {ENERGY_TYPES.map((type) => (
          <Group key={type} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={500}>
                {typeText(type)}
              </Text>
              <Summary configuration={configuration} type={type} />
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={t('edit', { type: typeText(type) })}
              onClick={() => setEdited(type)}
            >
              {t('editShort')}
            </Button>
          </Group>
        ))}
      </Stack>
      {edited && <TariffForm configuration={configuration} type={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

interface SummaryProps {
  configuration: Configuration;
  type: EnergyType;
}

function Summary({ configuration: { tariffs }, type }: SummaryProps) {
  const t = useTariffTexts();
  const { number, part } = useFormat();
  const newest = versionsOf(tariffs[type]).at(-1);
  const parts = newest && [
    t(type === 'water' ? 'waterPrice' : 'price', {
      price: number(newest.default, DECIMALS),
      currency: newest.currency,
    }),
    newest.periods && newest.periods.length > 0 && t('periods', { count: newest.periods.length }),
    newest.validFrom &&
      t('since', { date: part(newest.validFrom, { dateStyle: 'medium', timeZone: 'UTC' }) }),
  ];
  return (
    <Text size="sm" c="dimmed">
      {parts ? parts.filter(Boolean).join(', ') : t('none')}
    </Text>
  );
}
