import { Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { areasQuery } from '../../../api/areas';
import { type components, plantroom, unwrap } from '../../../api/plantroom';
import { useFormat } from '../../../format/use-format';
import { Dialog } from '../../../ui/dialog';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { QueryState } from '../../../ui/query-state';
import { LOSS_RULES, type LossRule } from './losses.queries';
import { useLossTexts } from './losses.texts';

const WEEK_MS = 7 * 86_400_000;

const trialQuery = (rule: LossRule['rule']) =>
  queryOptions({
    queryKey: [...LOSS_RULES, rule, 'trial'],
    queryFn: ({ signal }) => {
      const toMs = Date.now();
      const [from, to] = [toMs - WEEK_MS, toMs].map((ms) => new Date(ms).toISOString());
      const body = { rule, from: from ?? '', to: to ?? '' };
      return unwrap(plantroom.api.POST('/api/loss-rules/test', { body, signal }));
    },
    staleTime: 0,
  });

type Day = components['schemas']['LossRuleDayDto'];
const OUTCOMES = ['loss', 'cannot_judge', 'none'] as const;

interface RuleTrialProps {
  rule: LossRule['rule'];
  name: string;
  onClose: () => void;
}

/** Shows the outcomes of a rule in the last week, and why it cannot judge a day. */
export function RuleTrial({ rule, name, onClose }: RuleTrialProps) {
  const t = useLossTexts();
  const typeText = useEnergyTypeTexts();
  const areas = useQuery(areasQuery).data?.areas;
  const titleOf = ({ areaId, energyType }: Day) => {
    const area = areas?.find(({ id }) => id === areaId)?.name ?? `#${areaId}`;
    return energyType ? `${area} · ${typeText(energyType)}` : area;
  };
  return (
    <Dialog opened onClose={onClose} title={name} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      <QueryState query={useQuery(trialQuery(rule))} height={160}>
        {(days) =>
          days.length === 0 ? (
            <Text>{t('trial.nothing')}</Text>
          ) : (
            <Stack gap="sm">
              {[...groupedBy(days, titleOf)].map(([title, own]) => (
                <div key={title}>
                  <Text fw={600}>{title}</Text>
                  {OUTCOMES.map((outcome) => (
                    <Outcome
                      key={outcome}
                      outcome={outcome}
                      days={own.filter((day) => day.outcome === outcome)}
                    />
                  ))}
                </div>
              ))}
            </Stack>
          )
        }
      </QueryState>
    </Dialog>
  );
}

function Outcome({ outcome, days }: { outcome: Day['outcome']; days: readonly Day[] }) {
  const t = useLossTexts();
  const { quantity } = useFormat();
  const messageText = useMessageText();
  const last = days.at(-1);
  if (!last) return null;
  const unit = last.energyType === 'water' ? 'm³' : 'kWh';
  return (
    <Text size="sm">
      {t(`trial.${outcome}`, { count: days.length })}
      {last.reason && ` ${messageText(last.reason)}`}
      {last.kwhPerMonth !== null && ` ${t('energy')}: ${quantity(last.kwhPerMonth, unit)}`}
    </Text>
  );
}

function groupedBy(days: readonly Day[], titleOf: (day: Day) => string): Map<string, Day[]> {
  const groups = new Map<string, Day[]>();
  for (const day of days) groups.set(titleOf(day), [...(groups.get(titleOf(day)) ?? []), day]);
  return groups;
}
