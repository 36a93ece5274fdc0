import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { refetchSoon, useStream } from '../../../api/use-stream';
import { useFormat } from '../../../format/use-format';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { powerUnitOf } from '../energy.queries';
import { type Contract, type DemandForecast, demandNowQuery } from './bills.queries';
import { useBillsTexts } from './bills.texts';

/** The expected demand of the window that is running now, beside the contract power. */
export function DemandNow({ contract }: { contract: Contract }) {
  const t = useBillsTexts();
  const demandNow = demandNowQuery(contract.id);
  const unit = powerUnitOf(contract);
  useStream({ energy_update: () => refetchSoon(demandNow.queryKey) });
  return (
    <Panel title={t('demandNow')}>
      <QueryState query={useQuery(demandNow)} height={60}>
        {(forecast) =>
          forecast.contractKw !== null && <Expectation {...forecast} max={forecast.contractKw} unit={unit} />
        }
      </QueryState>
    </Panel>
  );
}

function Expectation({
  windowStart,
  windowMinutes,
  currentKw,
  expectedKw,
  willExceed,
  max,
  unit,
}: DemandForecast & { max: number; unit: string }) {
  const t = useBillsTexts();
  const { quantity, time } = useFormat();
  const contract = quantity(max, unit);
  const text =
    expectedKw === null
      ? t('expectedUnknown', { contract })
      : t('expectedOf', { expected: quantity(expectedKw, unit), contract });
  return (
    <Stack gap={4}>
      <Text fw={600} c={willExceed ? 'red' : undefined}>
        {text}
      </Text>
      <Progress
        value={Math.min(100, (100 * (expectedKw ?? 0)) / max)}
        color={willExceed ? 'red' : undefined}
        aria-label={text}
      />
      {currentKw !== null && (
        <Text size="sm" c="dimmed">
          {t('windowFrom', {
            minutes: windowMinutes,
            time: time(windowStart),
            power: quantity(currentKw, unit),
          })}
        </Text>
      )}
    </Stack>
  );
}
