import { Anchor, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { type CalendarUses, usesQuery } from './calendars.queries';
import { useCalendarTexts } from './calendars.texts';

/** The alert rules and the schedules that use a calendar. Viewers may not read them. */
export function UsesPanel({ id }: { id: number }) {
  const t = useCalendarTexts();
  return (
    <Panel title={t('uses')}>
      <QueryState query={useQuery(usesQuery(id))} height={60}>
        {(uses) =>
          isUnused(uses) ? (
            <Text size="sm" c="dimmed">
              {t('noUses')}
            </Text>
          ) : (
            <UseList uses={uses} />
          )
        }
      </QueryState>
    </Panel>
  );
}

/** The effects of deleting a calendar. */
export function DeletionEffects({ id }: { id: number }) {
  const t = useCalendarTexts();
  const { data, isPending } = useQuery(usesQuery(id));
  return (
    <Stack gap="sm">
      {isPending && <Skeleton height={40} />}
      {data && <Text size="sm">{t(isUnused(data) ? 'deleteUnused' : 'deleteUsed')}</Text>}
      {data && !isUnused(data) && <UseList uses={data} />}
      <Text size="sm" c="dimmed">
        {t('deleteHint')}
      </Text>
    </Stack>
  );
}

const isUnused = ({ rules, workflows }: CalendarUses) => rules.length + workflows.length === 0;

function UseList({ uses: { rules, workflows } }: { uses: CalendarUses }) {
  const t = useCalendarTexts();
  return (
    <Stack gap="xs">
      {rules.length > 0 && (
        <div>
          <Text size="xs" c="dimmed">
            {t('rules')}
          </Text>
          <List size="sm" listStyleType="none">
            {rules.map(({ id, name }) => (
              <List.Item key={id}>
                <Anchor
                  inherit
                  renderRoot={(props) => (
                    <Link to="/alert-rules/$ruleId" params={{ ruleId: String(id) }} {...props} />
                  )}
                >
                  {name}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {workflows.length > 0 && (
        <div>
          <Text size="xs" c="dimmed">
            {t('workflows')}
          </Text>
          <List size="sm" listStyleType="none">
            {workflows.map(({ id, name }) => (
              <List.Item key={id}>
                <Anchor
                  inherit
                  renderRoot={(props) => (
                    <Link to="/workflows/$workflowId" params={{ workflowId: id }} {...props} />
                  )}
                >
                  {name}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
