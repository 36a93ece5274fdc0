import { Table, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { areasQuery } from '../../../api/areas';
import { plantroom, unwrap } from '../../../api/plantroom';
import { useFormat } from '../../../format/use-format';
import { Dialog } from '../../../ui/dialog';
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

interface RuleTrialProps {
  rule: LossRule['rule'];
  name: string;
  onClose: () => void;
}

/** Shows the outcomes of a rule in the last week, and why it cannot judge a day. */
export function RuleTrial({ rule, name, onClose }: RuleTrialProps) {
  const t = useLossTexts();
  const { date, quantity } = useFormat();
  const messageText = useMessageText();
  const areas = useQuery(areasQuery).data?.areas;
  return (
    <Dialog opened onClose={onClose} title={name} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      <QueryState query={useQuery(trialQuery(rule))} height={160}>
        {(days) =>
          days.length === 0 ? (
            <Text>{t('trial.nothing')}</Text>
          ) : (
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('area')}</Table.Th>
                  <Table.Th>{t('trial.day')}</Table.Th>
                  <Table.Th>{t('trial.outcome')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {days.map(({ areaId, date: day, energyType, outcome, reason, kwhPerMonth }) => (
                  <Table.Tr key={`${areaId} ${day} ${energyType}`}>
                    <Table.Td>{areas?.find(({ id }) => id === areaId)?.name ?? `#${areaId}`}</Table.Td>
                    <Table.Td>{date(`${day}T12:00Z`)}</Table.Td>
                    <Table.Td>
                      {t(`trial.${outcome}`)}
                      {reason && ` ${messageText(reason)}`}
                      {kwhPerMonth !== null &&
                        ` ${quantity(kwhPerMonth, energyType === 'water' ? 'm³' : 'kWh')}`}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryState>
    </Dialog>
  );
}
