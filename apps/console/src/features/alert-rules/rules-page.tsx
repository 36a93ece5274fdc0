import { Button, Switch, Tooltip } from '@mantine/core';
import { mdiBellCogOutline, mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { areasQuery } from '../../api/areas';
import { type Point, usePointsOf } from '../../api/points';
import { ruleUnit } from '../../api/rule-unit';
import { StateBadge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { useMessageText } from '../../ui/messages/use-message-text';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { PagedList } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { PointLink } from '../../ui/point-link';
import { SeverityBadge } from '../../ui/severity-badge';
import { EmptyState } from '../../ui/states';
import { useAction } from '../../ui/use-action';
import { type AlertRule, changeRule, RULES, RULES_PER_PAGE, rulesQuery } from './alert-rules.queries';
import { useAlertRuleTexts } from './alert-rules.texts';
import { useConditionText } from './condition-text';

const route = getRouteApi('/shell/alert-rules');

/** The rules that raise alerts. */
export function RulesPage() {
  const t = useAlertRuleTexts();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const isEngineer = useHasRole('engineer');
  const rules = useQuery(rulesQuery(page));
  const columns = useColumns(rules.data?.items ?? []);
  const create = isEngineer && (
    <Button
      leftSection={<Icon path={mdiPlus} />}
      renderRoot={(props) => <Link to="/alert-rules/$ruleId" params={{ ruleId: 'new' }} {...props} />}
    >
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/alerts" search={{ status: 'shelved' }} {...props} />}
            >
              {t('shelvedAlerts')}
            </Button>
            {create}
          </>
        }
      />
      <Panel>
        <PagedList
          query={rules}
          page={page}
          limit={RULES_PER_PAGE}
          empty={<EmptyState title={t('none')} icon={mdiBellCogOutline} action={create} />}
          onPage={(next) => void navigate({ search: { page: next } })}
        >
          {(items) => (
            <DataTable
              label={t('title')}
              items={items}
              keyOf={({ id }) => id}
              columns={columns}
              onOpen={({ id }) =>
                void navigate({ to: '/alert-rules/$ruleId', params: { ruleId: String(id) } })
              }
            />
          )}
        </PagedList>
      </Panel>
    </>
  );
}

function useColumns(rules: readonly AlertRule[]): Column<AlertRule>[] {
  const t = useAlertRuleTexts();
  const conditionText = useConditionText();
  const points = usePointsOf(rules.map(({ pointCode }) => pointCode));
  return [
    { key: 'name', title: t('rule'), render: ({ name }) => name },
    { key: 'watches', title: t('watches'), render: (rule) => <Watched rule={rule} points={points} /> },
    {
      key: 'condition',
      title: t('condition'),
      render: (rule) => conditionText(rule.condition, ruleUnit(rule, points.get(rule.pointCode ?? ''))),
    },
    {
      key: 'severity',
      title: t('severity'),
      render: ({ severity }) => <SeverityBadge severity={severity} />,
    },
    { key: 'enabled', title: t('state'), render: (rule) => <Enabled rule={rule} /> },
  ];
}

interface WatchedProps {
  rule: AlertRule;
  points: ReadonlyMap<string, Point>;
}

function Watched({ rule: { pointCode, areaId, warnings }, points }: WatchedProps) {
  const t = useAlertRuleTexts();
  const messageText = useMessageText();
  const { data } = useQuery(areasQuery);
  const area = data?.areas.find(({ id }) => id === areaId);
  return (
    <>
      {pointCode ? (
        <PointLink point={points.get(pointCode)} code={pointCode} />
      ) : (
        (area?.name ?? `#${areaId}`)
      )}
      {warnings.length > 0 && (
        <Tooltip label={warnings.map(messageText).join(' ')} multiline maw={320}>
          <span>
            <StateBadge tone="caution">{t('warnings')}</StateBadge>
          </span>
        </Tooltip>
      )}
    </>
  );
}

/** Engineers enable and disable rules in the list. Operators see the state. */
function Enabled({ rule: { id, name, enabled } }: { rule: AlertRule }) {
  const t = useAlertRuleTexts();
  const isEngineer = useHasRole('engineer');
  const change = useAction((isEnabled: boolean) => changeRule(id, { enabled: isEnabled }), {
    done: t(enabled ? 'done.disable' : 'done.enable'),
    changes: [RULES],
  });
  if (!isEngineer) {
    return <StateBadge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'enabled' : 'disabled')}</StateBadge>;
  }
  return (
    <Switch
      // A click on the row opens the rule. The switch is in front of the row, so that it gets its own clicks.
      style={{ position: 'relative', zIndex: 1, display: 'inline-block' }}
      aria-label={t('enable', { name })}
      checked={change.isPending ? change.variables : enabled}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  );
}
