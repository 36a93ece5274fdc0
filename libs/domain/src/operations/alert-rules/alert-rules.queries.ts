import { AlertRuleEntity, AlertRuleStateEntity, dialectSql, PointValueEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

export function findRule(manager: EntityManager, id: number): Promise<AlertRuleEntity | null> {
  return manager.findOneBy(AlertRuleEntity, { id });
}

/** Read the rule and lock it until the transaction ends. */
export function lockRule(manager: EntityManager, id: number): Promise<AlertRuleEntity | null> {
  return manager.findOne(AlertRuleEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Insert the rule, or update it if it has an id. */
export function saveRule(
  manager: EntityManager,
  rule: Omit<AlertRuleEntity, 'id'> & { id?: number },
): Promise<AlertRuleEntity> {
  return manager.save(manager.create(AlertRuleEntity, rule));
}

export async function deleteRule(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(AlertRuleEntity, { id });
}

/** Forgets the progress of a rule. Its evaluation starts again. */
export async function deleteRuleState(manager: EntityManager, ruleId: number): Promise<void> {
  await manager.delete(AlertRuleStateEntity, { ruleId });
}

/** The codes for which the gateway has reported a value. */
export async function findKnownCodes(manager: EntityManager, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await manager.find(PointValueEntity, {
    select: { code: true },
    where: { code: In([...codes]) },
  });
  return new Set(rows.map(({ code }) => code));
}

export function findEnabledRules(manager: EntityManager): Promise<AlertRuleEntity[]> {
  return manager.find(AlertRuleEntity, { where: { enabled: true }, order: { id: 'ASC' } });
}

export function findRuleStates(manager: EntityManager): Promise<AlertRuleStateEntity[]> {
  return manager.find(AlertRuleStateEntity);
}

/**
 * A text that differs after any rule was created, changed or deleted. Revisions and ids only increase: unless a rule
 * was created (the highest id) or deleted (the count), each change increases the sum.
 */
export async function readRulesSignature(manager: EntityManager): Promise<string> {
  const [row] = await dialectSql.query<Record<string, unknown>>(
    manager,
    'SELECT COUNT(*) AS rules, MAX(id) AS highest, SUM(revision) AS revisions FROM alert_rule',
  );
  return JSON.stringify(Object.values(row ?? {}).map(String));
}

/** Locks rules in the order of their ids. Returns the revision of each rule that exists. */
export async function lockRevisions(
  manager: EntityManager,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rules = await manager.find(AlertRuleEntity, {
    select: { id: true, revision: true },
    where: { id: In([...ids]) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return new Map(rules.map(({ id, revision }) => [id, revision]));
}

export async function storeRuleStates(
  manager: EntityManager,
  states: readonly AlertRuleStateEntity[],
): Promise<void> {
  if (states.length === 0) return;
  await dialectSql.upsert(
    manager,
    'alert_rule_state',
    ['rule_id'],
    [
      { name: 'rule_id', type: 'int', values: states.map(({ ruleId }) => ruleId) },
      { name: 'revision', type: 'int', values: states.map(({ revision }) => revision) },
      { name: 'state', type: 'text', values: states.map(({ state }) => JSON.stringify(state)) },
    ],
  );
}
