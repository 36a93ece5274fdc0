import { Stack } from '@mantine/core';
import { usePlatform } from '../../../api/platform';
import { useFormat } from '../../../format/use-format';
import { StateBadge } from '../../../ui/badge';
import { DataTable } from '../../../ui/data-table';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { Fact, Facts } from '../../../ui/facts';
import { Panel } from '../../../ui/panel';
import { energyUnitOf } from '../energy.queries';
import { lastDayOf } from './baseline-fields';
import type { Baseline, Fit } from './baselines.queries';
import { useSavingsTexts } from './savings.texts';

interface ModelPanelProps {
  baseline: Baseline;
  fit: Fit;
}

/** The numbers of the model, and how well it explains the energy. */
export function ModelPanel({ baseline, fit }: ModelPanelProps) {
  const t = useSavingsTexts();
  const { number, quantity } = useFormat();
  const { parameters, balancePointsC: balance, observations, days } = fit;
  const { method } = baseline;
  const per = method === 'hourlyTimeOfWeek' ? 'hour' : 'day';
  const amount = (value: number) => quantity(value, energyUnitOf(baseline), 3);
  const bases = parameters.base.filter((base) => base !== null);
  const [least, most] = [Math.min(...bases), Math.max(...bases)];
  const slope = (energy: number) => t(`perDegree.${per}`, { energy: amount(energy) });
  return (
    <Panel title={t('model')}>
      <Facts>
        <Fact name={t('form')}>{t(`model.${fit.model}`)}</Fact>
        <Fact name={t('base')}>
          {least === most
            ? t(`per.${per}`, { energy: amount(least) })
            : t('baseRange', { least: amount(least), most: amount(most) })}
        </Fact>
        <Fact name={t('heating')}>
          {balance.heating === null
            ? null
            : t('below', {
                slope: slope(parameters.heatingPerDegree),
                temperature: quantity(balance.heating, '°C'),
              })}
        </Fact>
        <Fact name={t('cooling')}>
          {balance.cooling === null
            ? null
            : t('above', {
                slope: slope(parameters.coolingPerDegree),
                temperature: quantity(balance.cooling, '°C'),
              })}
        </Fact>
        <Fact name={t('observations')}>
          {t(`observations.${method}`, { count: number(observations), days: number(days) })}
        </Fact>
        <Fact name="R²">{number(fit.rSquared, 4)}</Fact>
        <Fact name={t('adjustedRSquared')}>{number(fit.adjustedRSquared, 4)}</Fact>
        <Fact name={t('cvRmse')}>{quantity(fit.cvRmse, '%', 2)}</Fact>
        <Fact name={t('nmbe')}>{quantity(fit.nmbe, '%', 2)}</Fact>
        <Fact name={t('guideline')}>
          <Guideline isMet={fit.meetsGuideline14} />
        </Fact>
      </Facts>
    </Panel>
  );
}

/** The area, the periods and the adjustments. */
export function DefinitionPanel({ baseline, area }: { baseline: Baseline; area: string }) {
  const t = useSavingsTexts();
  const typeText = useEnergyTypeTexts();
  const timezone = usePlatform()?.timezone;
  const { date, part, quantity } = useFormat();
  // The last day is a date, not an instant.
  const period = (from: string, to: string) =>
    t('period', {
      from: date(from),
      last: part(lastDayOf(to, timezone), { timeZone: 'UTC', dateStyle: 'medium' }),
    });
  const unit = energyUnitOf(baseline);
  const { form, adjustments } = baseline;
  return (
    <Panel title={t('baseline')}>
      <Stack gap="sm">
        <Facts>
          <Fact name={t('area')}>{area}</Fact>
          <Fact name={t('energyType')}>{typeText(baseline.energyType)}</Fact>
          <Fact name={t('method')}>{t(`method.${baseline.method}`)}</Fact>
          <Fact name={t('form')}>{t(form ? `model.${form}` : 'bestForm')}</Fact>
          <Fact name={t('baselinePeriod')}>{period(baseline.from, baseline.to)}</Fact>
          <Fact name={t('reportingFrom')}>{date(baseline.reportingFrom)}</Fact>
        </Facts>
        {adjustments.length > 0 && (
          <DataTable
            label={t('adjustments')}
            items={adjustments}
            keyOf={({ from, to, note }) => `${from} ${to} ${note}`}
            columns={[
              { key: 'note', title: t('adjustment.title'), render: ({ note }) => note },
              { key: 'period', title: t('time'), render: ({ from, to }) => period(from, to) },
              {
                key: 'perDay',
                title: t('perDay', { unit }),
                align: 'right',
                render: ({ kwhPerDay }) => quantity(kwhPerDay, unit, 3),
              },
            ]}
          />
        )}
      </Stack>
    </Panel>
  );
}

/** Whether a model is within the bounds of ASHRAE Guideline 14. */
export function Guideline({ isMet }: { isMet: boolean }) {
  const t = useSavingsTexts();
  return <StateBadge tone={isMet ? 'good' : 'caution'}>{t(isMet ? 'met' : 'notMet')}</StateBadge>;
}
