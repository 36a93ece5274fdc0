import type { Language } from '@app/entities';

interface DemoTexts {
  alerts: {
    valve: { title: string; message: string };
    lamp: { title: string; message: string; note: string };
    door: { title: string; message: string; note: string };
  };
  faults: Record<'valve' | 'blind' | 'sensor', { title: string; description: string }>;
  comment: string;
  rootCause: string;
  orders: {
    filters: { title: string; description: string; checklist: readonly string[] };
    valve: { title: string; description: string };
    inspection: { title: string };
  };
  alertRule: string;
  notificationRule: string;
  report: string;
  widgets: Record<'energy' | 'alerts' | 'faults' | 'points', string>;
}

/** The texts of the records with which the demonstration shows the work in a building. */
export const DEMO_TEXTS: Record<Language, DemoTexts> = {
  'en-US': {
    alerts: {
      valve: {
        title: 'Heating valve of air handler 1 does not close',
        message: 'The supply air stays 3 K above its setpoint.',
      },
      lamp: {
        title: 'Lights of floor 1 burn at night',
        message: 'The guard reports that the lights are on at 04:00.',
        note: 'Seen. The time switch is checked on the next visit.',
      },
      door: {
        title: 'Door of the plant room is open',
        message: 'Reported by the guard.',
        note: 'Closed again.',
      },
    },
    faults: {
      valve: {
        title: 'Heating valve of air handler 1 leaks',
        description: 'The valve is at 0 %, and the heating coil is still warm.',
      },
      blind: { title: 'Blind on floor 2 is stuck', description: 'The second window from the stairs.' },
      sensor: {
        title: 'CO₂ sensor of floor 3 showed too much',
        description: 'It showed 1,400 ppm in an empty room.',
      },
    },
    comment: 'The actuator moves, so the seat of the valve is worn. A spare part is ordered.',
    rootCause: 'The sensor had drifted. It was calibrated with fresh air.',
    orders: {
      filters: {
        title: 'Change the filters of air handler 1',
        description: 'Every quarter. Note the pressure drop before and after.',
        checklist: ['Switch off the fan', 'Change both filters', 'Check the seals', 'Switch on the fan'],
      },
      valve: { title: 'Replace the heating valve', description: 'DN 25, as ordered.' },
      inspection: { title: 'Walk through the plant room' },
    },
    alertRule: 'Bad air in the east of floor 2',
    notificationRule: 'Serious alerts by mail (switch on when mail is set up)',
    report: 'Energy report for the management',
    widgets: { energy: 'Electricity this week', alerts: 'Alerts', faults: 'Faults', points: 'Air handler 1' },
  },
  'zh-CN': {
    alerts: {
      valve: { title: '空调机组 1 的加热阀无法关闭', message: '送风温度比设定值高 3 K。' },
      lamp: {
        title: '1 层夜间灯亮',
        message: '保安报告 04:00 灯仍亮着。',
        note: '已查看，下次巡检时检查定时开关。',
      },
      door: { title: '机房门未关', message: '保安报告。', note: '已关好。' },
    },
    faults: {
      valve: { title: '空调机组 1 的加热阀泄漏', description: '阀门开度为 0 %，但加热盘管仍然发热。' },
      blind: { title: '2 层窗帘卡住', description: '靠近楼梯的第二扇窗。' },
      sensor: { title: '3 层 CO₂ 传感器读数偏高', description: '无人房间显示 1400 ppm。' },
    },
    comment: '执行器能动作，说明阀座磨损。备件已订购。',
    rootCause: '传感器漂移，已用新鲜空气校准。',
    orders: {
      filters: {
        title: '更换空调机组 1 的过滤器',
        description: '每季度一次。请记录更换前后的压差。',
        checklist: ['关闭风机', '更换两个过滤器', '检查密封', '启动风机'],
      },
      valve: { title: '更换加热阀', description: 'DN 25，已订购。' },
      inspection: { title: '机房巡检' },
    },
    alertRule: '2 层东侧空气质量差',
    notificationRule: '严重告警发邮件（设置邮件后启用）',
    report: '管理层能源报告',
    widgets: { energy: '本周用电', alerts: '告警', faults: '故障', points: '空调机组 1' },
  },
};
