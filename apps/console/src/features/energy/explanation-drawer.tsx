import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { StateBadge } from '../../ui/badge';
import { CodeText } from '../../ui/code-text';
import { QueryState } from '../../ui/query-state';
import { SideDrawer } from '../../ui/side-drawer';
import type { Span } from '../../format/calendar-period';
import { type EnergyChoice, energyUnitOf, type Explanation, explanationQuery } from './energy.queries';
import { useEnergyTexts } from './energy.texts';
import { MeterEvidence } from './meter-evidence';
import classes from './explanation-drawer.module.css';

interface ExplanationDrawerProps {
  choice: EnergyChoice;
  /** The bucket. */
  range: Span;
  onClose: () => void;
}

/** The meters, readings, prices and factors behind the figure of one bucket. */
export function ExplanationDrawer({ choice, range, onClose }: ExplanationDrawerProps) {
  const t = useEnergyTexts();
  const { part } = useFormat();
  const explanation = useQuery(explanationQuery({ ...choice, ...range }));
  return (
    <SideDrawer
      isOpen
      size="md"
      title={t('explanation', { time: part(range.from, { dateStyle: 'medium', ...timeOf(choice) }) })}
      onClose={onClose}
    >
      <QueryState query={explanation} height={300}>
        {(data) => <ExplanationOf explanation={data} energyUnit={energyUnitOf(choice)} />}
      </QueryState>
    </SideDrawer>
  );
}

interface ExplanationOfProps {
  explanation: Explanation;
  energyUnit: string;
}

function ExplanationOf({ explanation, energyUnit }: ExplanationOfProps) {
  const t = useEnergyTexts();
  const { quantity } = useFormat();
  const { value, unit, meters, factor = [], price = [] } = explanation;
  return (
    <Stack gap="lg">
      <Text fz={28} fw={600}>
        {quantity(value, unit, 3)}
      </Text>
      <section>
        <Title order={3} size="h5">
          {t('meters')}
        </Title>
        {meters.map((meter) => (
          <div key={meter.pointCode} className={classes.meter}>
            <CodeText>{meter.pointCode}</CodeText>
            <Text size="sm" fw={600} ta="right">
              {quantity(meter.share, unit, 3)}
            </Text>
            {meter.estimated && <StateBadge tone="caution">{t('estimated')}</StateBadge>}
            <MeterEvidence meter={meter} unit={energyUnit} />
          </div>
        ))}
      </section>
      {price.length > 0 && (
        <Rates
          title={t('prices')}
          rows={price.map((row) => [
            quantity(row.price, `${unit}/${energyUnit}`, 4),
            quantity(row.energy, energyUnit, 3),
            quantity(row.cost, unit, 2),
          ])}
        />
      )}
      {factor.length > 0 && (
        <Rates
          title={t('factors')}
          rows={factor.map((row) => [
            quantity(row.factor, `${unit}/${energyUnit}`, 4),
            quantity(row.energy, energyUnit, 3),
            quantity(row.emissions, unit, 3),
          ])}
        />
      )}
    </Stack>
  );
}

function Rates({ title, rows }: { title: string; rows: readonly string[][] }) {
  return (
    <section>
      <Title order={3} size="h5">
        {title}
      </Title>
      {rows.map(([rate, energy, result]) => (
        <Text key={`${rate} ${energy}`} size="sm">
          {energy} × {rate} = {result}
        </Text>
      ))}
    </section>
  );
}

const timeOf = ({ interval }: EnergyChoice): Intl.DateTimeFormatOptions =>
  interval === 'hour' ? { timeStyle: 'short' } : {};
