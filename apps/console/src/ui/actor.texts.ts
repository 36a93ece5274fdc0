import { defineTexts } from '../i18n/define-texts';
import { i18next } from '../i18n/language';

const NAMESPACE = 'actors';

/** The names of the parts of the platform that act without a user. */
const useTexts = defineTexts(NAMESPACE, {
  en: {
    'admin:password': 'Administrator password command',
    'alert-rules': 'Alert rules',
    backups: 'Backups',
    budgets: 'Budgets',
    demands: 'Demand',
    demonstration: 'Demonstration',
    environment: 'Environment',
    gateway: 'Gateway',
    losses: 'Losses',
    schedule: 'Schedule',
    'maintenance-recurrence': 'Recurring work orders',
    'override-expiry': 'End of a manual override',
    'point-revert': 'Automatic reset of a point',
    'shelving-end': 'End of the shelving',
    workflow: 'Workflow',
  },
  zh: {
    'admin:password': '管理员密码命令',
    'alert-rules': '告警规则',
    backups: '备份',
    budgets: '预算',
    demands: '需量',
    demonstration: '演示',
    environment: '环境变量',
    gateway: '网关',
    losses: '损失分析',
    schedule: '计划任务',
    'maintenance-recurrence': '周期性工单',
    'override-expiry': '手动强制到期',
    'point-revert': '点位自动恢复',
    'shelving-end': '搁置到期',
    workflow: '工作流',
  },
});

/**
 * Returns a function that names who did something: a user by the user name, a part of the platform by a text.
 * @param userId null for a part of the platform; undefined if it is not known
 */
export function useActorName(): (name: string, userId?: number | null) => string {
  const t = useTexts();
  return (name, userId) =>
    typeof userId !== 'number' && i18next.exists(name, { ns: NAMESPACE })
      ? t(name as Parameters<typeof t>[0])
      : name;
}
