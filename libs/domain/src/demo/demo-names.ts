import type { Language } from '@app/entities';

export const SIDES = ['east', 'west'] as const;
export type Side = (typeof SIDES)[number];

interface DemoNames {
  building: string;
  use: string;
  floor: (floor: number) => string;
  zone: (floor: number, side: Side) => string;
  lights: (floor: number, side: Side) => string;
  scene: string;
  airHandler: string;
  airHandlerShort: string;
  incomer: string;
  outsideTemperature: string;
  pointOf: (object: string, quantity: string) => string;
  quantities: Record<
    | 'temperature'
    | 'co2'
    | 'lightsOn'
    | 'lightLevel'
    | 'lightPower'
    | 'fanCommand'
    | 'fanRuns'
    | 'supplySetpoint'
    | 'supplyTemperature'
    | 'returnTemperature'
    | 'heatingValve'
    | 'power',
    string
  >;
  calendar: string;
  /** The names of yearly holidays by their month and day. */
  holidays: Readonly<Record<string, string>>;
  baseline: string;
  contract: string;
  workflows: {
    lightsOut: Record<'name' | 'description' | 'known' | 'each' | 'off', string>;
    freshAir: Record<'name' | 'description' | 'fan' | 'tell' | 'subject' | 'body', string>;
    loadWatch: Record<
      'name' | 'description' | 'words' | 'sentence' | 'high' | 'tell' | 'subject' | 'fine',
      string
    >;
  };
}

const CHINESE_SIDES: Record<Side, string> = { east: '东侧', west: '西侧' };

/** The names of the demonstration building, its parts and its settings. */
export const DEMO_NAMES: Record<Language, DemoNames> = {
  'en-US': {
    building: 'Demonstration building',
    use: 'Office',
    floor: (floor) => `Floor ${floor}`,
    zone: (floor, side) => `Floor ${floor} ${side}`,
    lights: (floor, side) => `Floor ${floor}, ${side} side`,
    scene: 'Presentation',
    airHandler: 'Air handler 1',
    airHandlerShort: 'AHU 1',
    incomer: 'Main incomer',
    outsideTemperature: 'Outside temperature',
    pointOf: (object, quantity) => `${object}, ${quantity}`,
    quantities: {
      temperature: 'temperature',
      co2: 'carbon dioxide',
      lightsOn: 'lights on',
      lightLevel: 'light level',
      lightPower: 'light power',
      fanCommand: 'fan command',
      fanRuns: 'fan runs',
      supplySetpoint: 'supply air setpoint',
      supplyTemperature: 'supply air temperature',
      returnTemperature: 'return air temperature',
      heatingValve: 'heating valve',
      power: 'power',
    },
    calendar: 'Office hours',
    holidays: { '01-01': 'New Year', '05-01': 'Labour Day', '12-25': 'Christmas' },
    baseline: 'New lamps on floor 2',
    contract: 'Municipal utility',
    workflows: {
      lightsOut: {
        name: 'Lights out',
        description:
          'A webhook: the access control sends {"floor": 2} when the last person has left, and the lights of that floor are switched off.',
        known: 'Does this floor exist?',
        each: 'Each side of the floor',
        off: 'Switch the lights off',
      },
      freshAir: {
        name: 'Fresh air for a crowded room',
        description:
          'A change of state: if the carbon dioxide of a zone rises above 900 ppm, the fan starts. If an interlock ' +
          'forbids it, a mail states the reason.',
        fan: 'Start the fan',
        tell: 'Say that there is no air',
        subject: 'No fresh air: {{ triggerData.code }} is at {{ triggerData.value }} ppm',
        body: 'The fan could not be started. {{ nodeOutputs.fan.error.message }}',
      },
      loadWatch: {
        name: 'Load watch',
        description:
          'A change of state: starts when the load of the building rises above 80 kW or falls below 70 kW. A variable ' +
          'describes the load. A mail is sent only if the load is above 80 kW.',
        words: 'What happened',
        sentence:
          "The building takes {{ triggerData.value.toFixed(1) }} kW, {{ triggerData.value > 80 ? 'more than 80' : 'not more than 80' }}.",
        high: 'Is it too much?',
        tell: 'Mail the energy manager',
        subject: 'High load',
        fine: 'No mail needed',
      },
    },
  },
  'zh-CN': {
    building: '演示大楼',
    use: '办公',
    floor: (floor) => `${floor} 层`,
    zone: (floor, side) => `${floor} 层${CHINESE_SIDES[side]}`,
    lights: (floor, side) => `${floor} 层${CHINESE_SIDES[side]}`,
    scene: '演示模式',
    airHandler: '空调机组 1',
    airHandlerShort: '空调机组 1',
    incomer: '总进线',
    outsideTemperature: '室外温度',
    pointOf: (object, quantity) => `${object} ${quantity}`,
    quantities: {
      temperature: '温度',
      co2: '二氧化碳',
      lightsOn: '照明开关',
      lightLevel: '照明亮度',
      lightPower: '照明功率',
      fanCommand: '风机命令',
      fanRuns: '风机运行',
      supplySetpoint: '送风温度设定值',
      supplyTemperature: '送风温度',
      returnTemperature: '回风温度',
      heatingValve: '加热阀',
      power: '功率',
    },
    calendar: '办公时间',
    holidays: { '01-01': '元旦', '05-01': '劳动节', '12-25': '圣诞节' },
    baseline: '2 层更换新灯具',
    contract: '市政供电公司',
    workflows: {
      lightsOut: {
        name: '人走灯灭',
        description: 'Webhook：最后一人离开后，门禁系统发送 {"floor": 2}，该楼层的照明随即关闭。',
        known: '该楼层是否存在？',
        each: '楼层的每一侧',
        off: '关闭照明',
      },
      freshAir: {
        name: '拥挤房间送新风',
        description:
          '状态变化：某区域的二氧化碳升至 900 ppm 以上时启动风机。若联锁禁止启动，则发送邮件说明原因。',
        fan: '启动风机',
        tell: '通知没有新风',
        subject: '没有新风：{{ triggerData.code }} 为 {{ triggerData.value }} ppm',
        body: '风机无法启动。{{ nodeOutputs.fan.error.message }}',
      },
      loadWatch: {
        name: '负荷监视',
        description:
          '状态变化：大楼负荷升至 80 kW 以上或降至 70 kW 以下时启动。一个变量描述负荷。仅在负荷超过 80 kW 时发送邮件。',
        words: '描述负荷',
        sentence:
          "大楼功率为 {{ triggerData.value.toFixed(1) }} kW，{{ triggerData.value > 80 ? '超过 80' : '未超过 80' }}。",
        high: '是否过高？',
        tell: '发邮件给能源管理员',
        subject: '负荷过高',
        fine: '无需发邮件',
      },
    },
  },
};

export const DEMO_LANGUAGES = Object.keys(DEMO_NAMES) as Language[];
