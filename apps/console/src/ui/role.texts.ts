import { defineTexts } from '../i18n/define-texts';

export const useRoleTexts = defineTexts('roles', {
  en: {
    viewer: 'Viewer',
    operator: 'Operator',
    engineer: 'Engineer',
    admin: 'Administrator',
    'hint.viewer': 'Sees figures, alerts and reports',
    'hint.operator': 'Also handles alerts and controls points and lights',
    'hint.engineer': 'Also changes workflows, rules, models and reports',
    'hint.admin': 'Also manages users, settings and backups',
  },
  zh: {
    viewer: '查看者',
    operator: '操作员',
    engineer: '工程师',
    admin: '管理员',
    'hint.viewer': '查看数据、告警和报表',
    'hint.operator': '还可处理告警、控制点位和照明',
    'hint.engineer': '还可修改工作流、规则、模型和报表',
    'hint.admin': '还可管理用户、设置和备份',
  },
});
