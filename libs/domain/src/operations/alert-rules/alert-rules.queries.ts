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

/** Deletes the progress of a rule, so that its evaluation starts again. */
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
 * Returns a text that changes whenever a rule is created, changed or deleted. A new rule changes the highest id, a
 * deletion changes the count, and a change increases the sum of the revisions.
 */
export async function readRulesSignature(manager: EntityManager): Promise<string> {
  const [row] = await dialectSql.query<Record<string, unknown>>(
    manager,
    'SELECT COUNT(*) AS rules, MAX(id) AS highest, SUM(revision) AS revisions FROM alert_rule',
  );
  return JSON.stringify(Object.values(row ?? {}).map(String));
}

/** The ids of rules whose evaluation must stop (`suspended`) or start (`unseen`), in ascending order. */
export interface RuleTargets {
  /** Rules whose area was deleted, or whose point was deleted after the evaluation had seen it. */
  suspended: number[];
  /** Rules whose point exists, but has not been seen by the evaluation yet. */
  unseen: number[];
}

const SUSPENDED = `SELECT alert_rule.id AS id FROM alert_rule
  LEFT JOIN alert_rule_state ON alert_rule_state.rule_id = alert_rule.id
  LEFT JOIN area ON area.id = alert_rule.area_id
  LEFT JOIN point ON point.code = alert_rule.point_code
  WHERE ((alert_rule.area_id IS NOT NULL AND area.id IS NULL)
     OR (alert_rule_state.point_seen = TRUE AND point.id IS NULL))`;
const UNSEEN = `SELECT alert_rule.id AS id FROM alert_rule
  JOIN alert_rule_state ON alert_rule_state.rule_id = alert_rule.id
  JOIN point ON point.code = alert_rule.point_code
  WHERE alert_rule_state.point_seen = FALSE`;
const BY_ID = 'ORDER BY alert_rule.id';

export async function readRuleTargets(manager: EntityManager): Promise<RuleTargets> {
  const suspended = await dialectSql.query<{ id: number }>(manager, `${SUSPENDED} ${BY_ID}`);
  const unseen = await dialectSql.query<{ id: number }>(manager, `${UNSEEN} ${BY_ID}`);
  return { suspended: suspended.map(({ id }) => id), unseen: unseen.map(({ id }) => id) };
}

/** Returns the ids of the rules whose point or area was deleted. */
export async function findSuspended(manager: EntityManager, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const sql = `${SUSPENDED} AND ${dialectSql.isOneOf('alert_rule.id')}`;
  const rows = await dialectSql.query<{ id: number }>(manager, sql, [ids]);
  return new Set(rows.map(({ id }) => id));
}

export async function markPointsSeen(manager: EntityManager, ruleIds: readonly number[]): Promise<void> {
  if (ruleIds.length === 0) return;
  await manager.update(AlertRuleStateEntity, { ruleId: In([...ruleIds]) }, { pointSeen: true });
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
  states: readonly Omit<AlertRuleStateEntity, 'pointSeen'>[],
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
