import type { NotificationType } from '@app/entities';
import type { AlertSeverity } from '@app/kernel';
import type { MailLanguage } from '@app/mail';

interface AlertWords {
  headings: Record<NotificationType, string>;
  severities: Record<AlertSeverity, string>;
  labels: Record<
    'severity' | 'status' | 'point' | 'area' | 'value' | 'threshold' | 'raisedAt' | 'clearedAt',
    string
  >;
  states: Record<'active' | 'cleared', string>;
  acknowledgedBy: (name: string) => string;
  summary: (count: number) => string;
  more: (count: number) => string;
  open: (platformName: string) => string;
}

/** The words of mails about alerts. */
export const ALERT_WORDS: Record<MailLanguage, AlertWords> = {
  'en-US': {
    headings: {
      'alert.raised': 'Alert',
      'alert.returned': 'Alert is no longer shelved',
      'alert.escalated': 'Alert without a reaction',
      'alert.cleared': 'Alert cleared',
    },
    severities: {
      critical: 'Critical',
      major: 'Major',
      minor: 'Minor',
      warning: 'Warning',
      indeterminate: 'Indeterminate',
    },
    labels: {
      severity: 'Severity',
      status: 'Status',
      point: 'Point',
      area: 'Area',
      value: 'Value',
      threshold: 'Threshold',
      raisedAt: 'Raised at',
      clearedAt: 'Cleared at',
    },
    states: { active: 'active', cleared: 'cleared' },
    acknowledgedBy: (name) => `acknowledged by ${name}`,
    summary: (count) => `${count} further alerts`,
    more: (count) => `${count} more are not listed here.`,
    open: (platformName) => `Open ${platformName}`,
  },
  'zh-CN': {
    headings: {
      'alert.raised': '告警',
      'alert.returned': '告警屏蔽已结束',
      'alert.escalated': '告警无人处理',
      'alert.cleared': '告警已清除',
    },
    severities: {
      critical: '紧急',
      major: '重要',
      minor: '次要',
      warning: '警告',
      indeterminate: '未定',
    },
    labels: {
      severity: '级别',
      status: '状态',
      point: '点位',
      area: '区域',
      value: '数值',
      threshold: '阈值',
      raisedAt: '发生时间',
      clearedAt: '清除时间',
    },
    states: { active: '活动', cleared: '已清除' },
    acknowledgedBy: (name) => `由 ${name} 确认`,
    summary: (count) => `另有 ${count} 条告警`,
    more: (count) => `另有 ${count} 条未列出。`,
    open: (platformName) => `打开 ${platformName}`,
  },
};
