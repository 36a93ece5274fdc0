import { useState } from 'react';
import { Button, Group, NumberInput, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { useAction } from '../../../ui/use-action';
import { changeLossRule, isAirRule, LOSS_RULES, type LossRule, lossRulesQuery } from './losses.queries';
import { useLossTexts } from './losses.texts';
import { RuleTrial } from './rule-trial';

const MOST = { sharePercent: 100, hours: 168, days: 7 } as const;
type Unit = keyof typeof MOST;

/** Switches the rules that find losses, and sets their limits. */
export function LossRulesPanel() {
  const t = useLossTexts();
  return (
    <Panel title={t('rules')}>
      <QueryState query={useQuery(lossRulesQuery)} height={240}>
        {(rules) => (
          <Stack gap="sm">
            {rules.map((rule) => (
              <RuleFields key={rule.rule} stored={rule} />
            ))}
          </Stack>
        )}
      </QueryState>
    </Panel>
  );
}

function RuleFields({ stored }: { stored: LossRule }) {
  const t = useLossTexts();
  const unit = (Object.keys(MOST) as Unit[]).find((name) => stored.settings[name] !== undefined) ?? 'days';
  const [limit, setLimit] = useState<number | string>(stored.settings[unit] ?? '');
  const [isTrying, setTrying] = useState(false);
  const save = useAction(changeLossRule, { done: t('done.rule'), changes: [LOSS_RULES] });
  const isChanged = limit !== '' && limit !== stored.settings[unit];
  const name = t(`rule.${stored.rule}`);
  return (
    <Group justify="space-between" align="end">
      <Switch
        label={name}
        description={t(isAirRule(stored.rule) ? 'limit.air' : `limit.${stored.rule}`)}
        checked={stored.enabled}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate({ ...stored, enabled: currentTarget.checked })}
      />
      <Group gap="xs" align="end">
        <NumberInput
          aria-label={`${name}: ${t('limit')}`}
          w={130}
          min={1}
          max={MOST[unit]}
          decimalScale={1}
          suffix={` ${t(`unit.${unit}`)}`}
          value={limit}
          onChange={setLimit}
        />
        <Button
          variant="default"
          disabled={!isChanged}
          loading={save.isPending}
          aria-label={`${name}: ${t('save')}`}
          onClick={() => save.mutate({ ...stored, settings: { [unit]: Number(limit) } })}
        >
          {t('save')}
        </Button>
        <Button variant="default" aria-label={`${name}: ${t('trial')}`} onClick={() => setTrying(true)}>
          {t('trial')}
        </Button>
        {isTrying && <RuleTrial rule={stored.rule} name={name} onClose={() => setTrying(false)} />}
      </Group>
    </Group>
  );
}
