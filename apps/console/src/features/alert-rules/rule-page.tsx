import { Grid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { usePointsOf } from '../../api/points';
import { ruleUnit } from '../../api/rule-unit';
import { DeleteButton } from '../../ui/delete-button';
import { useMessageText } from '../../ui/messages/use-message-text';
import { NotFoundPage } from '../../ui/not-found-page';
import { Notice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { useUnsaved } from '../../ui/unsaved';
import { useAction } from '../../ui/use-action';
import { type AlertRule, changeRule, createRule, deleteRule, RULES, ruleQuery } from './alert-rules.queries';
import { useAlertRuleTexts } from './alert-rules.texts';
import { BacktestPanel } from './backtest-panel';
import { EMPTY_RULE, isNumber, type RuleFields, toFields, toInput } from './rule-fields';
import { RuleForm } from './rule-form';

const route = getRouteApi('/shell/alert-rules/$ruleId');
const TYPING_MS = 300;

/** A rule: its fields, and beside them its test with past values. */
export function RulePage() {
  const { ruleId } = route.useParams();
  if (ruleId === 'new') return <RuleEditor rule={null} />;
  const id = Number(ruleId);
  return Number.isSafeInteger(id) && id > 0 ? <StoredRule id={id} /> : <NotFoundPage />;
}

function StoredRule({ id }: { id: number }) {
  return (
    <QueryState query={useQuery(ruleQuery(id))} height={480}>
      {(rule) => <RuleEditor key={id} rule={rule} />}
    </QueryState>
  );
}

function RuleEditor({ rule }: { rule: AlertRule | null }) {
  const t = useAlertRuleTexts();
  const messageText = useMessageText();
  const isEngineer = useHasRole('engineer');
  const navigate = route.useNavigate();
  const form = useRuleForm(rule);
  useUnsaved(form.isDirty);
  const unit = useUnit(form.values);
  const save = useAction(
    async () => {
      const sent = form.values;
      const input = toInput(sent);
      if (!input) return;
      const saved = rule ? await changeRule(rule.id, input) : await createRule(input);
      // Text that was typed meanwhile is not saved. A new rule is opened without a question.
      form.resetDirty(rule ? sent : undefined);
      if (!rule) await navigate({ params: { ruleId: String(saved.id) }, replace: true });
    },
    { done: t(rule ? 'done.save' : 'done.create'), changes: [RULES], form },
  );
  return (
    <>
      <PageHeader
        title={rule?.name ?? t('newTitle')}
        description={isEngineer ? t('description') : t('readOnly')}
        actions={rule && isEngineer && <DeleteRule rule={rule} onDelete={() => form.resetDirty()} />}
      />
      {rule && rule.warnings.length > 0 && (
        <Stack mb="md">
          <Notice tone="caution" title={t('warnings')}>
            {rule.warnings.map(messageText).join(' ')}
          </Notice>
        </Stack>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, lg: isEngineer ? 4 : 6 }}>
          <Panel>
            <RuleForm
              form={form}
              unit={unit}
              isReadOnly={!isEngineer}
              isSaving={save.isPending}
              onSave={() => save.mutate()}
            />
          </Panel>
        </Grid.Col>
        {isEngineer && (
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <BacktestPanel fields={form.values} />
          </Grid.Col>
        )}
      </Grid>
    </>
  );
}

/** Returns the unit of the watched values. It follows the typed code after a moment. */
function useUnit({ target, pointCode, areaId }: RuleFields): string | null {
  const [code] = useDebouncedValue(pointCode.trim(), TYPING_MS);
  const isPoint = target === 'point';
  const points = usePointsOf(isPoint ? [code] : []);
  return ruleUnit({ pointCode: isPoint ? code : null, areaId: isPoint ? null : areaId }, points.get(code));
}

function useRuleForm(rule: AlertRule | null) {
  const t = useAlertRuleTexts();
  return useForm<RuleFields>({
    initialValues: rule ? toFields(rule) : EMPTY_RULE,
    validate: {
      name: (text) => (text.trim() === '' ? t('nameMissing') : null),
      pointCode: (code, { target }) => (target === 'point' && code.trim() === '' ? t('pointMissing') : null),
      areaId: (id, { target }) => (target === 'area' && id === null ? t('areaMissing') : null),
      threshold: (value, { kind }) => (kind === 'threshold' && !isNumber(value) ? t('numberMissing') : null),
      delta: (value, { kind }) =>
        kind === 'rateOfChange' && !(isNumber(value) && Number(value) > 0) ? t('deltaMissing') : null,
      minutes: (value, { kind }) => (kind !== 'threshold' && !isNumber(value) ? t('numberMissing') : null),
    },
  });
}

interface DeleteRuleProps {
  rule: AlertRule;
  onDelete: () => void;
}

function DeleteRule({ rule, onDelete }: DeleteRuleProps) {
  const t = useAlertRuleTexts();
  const navigate = route.useNavigate();
  return (
    <DeleteButton
      remove={() => deleteRule(rule.id)}
      changes={[RULES]}
      onDeleted={() => {
        onDelete();
        void navigate({ to: '/alert-rules' });
      }}
    >
      {t('hint.delete')}
    </DeleteButton>
  );
}
