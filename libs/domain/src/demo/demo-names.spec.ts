import type { Language } from '@app/entities';
import { Actor, SystemClock } from '@app/kernel';
import { evaluateText, NO_SITE } from '@app/workflow-engine';
import { demoBuilding } from './demo-building';
import { DemoEnergyService } from './demo-energy.service';
import { demoLabels } from './demo-labels';
import { DEMO_NAMES } from './demo-names';
import { demoObjects } from './demo-objects';
import { DEMO_TEXTS } from './demo-texts';
import { demoWorkflows } from './demo-workflows';

const SHOWN = new Set(['name', 'text', 'title', 'description', 'use', 'subject', 'body']);
/** The name of a variable of a workflow, and a text that consists of it. */
const VARIABLE = new Set(['sentence', '{{ variables.sentence }}']);
const isShown = (key: string) => SHOWN.has(key);
const isCode = (key: string) => !SHOWN.has(key) && key !== 'value' && key !== 'nodeName';
const HAN = /\p{Script=Han}/u;

/** Returns the texts in `value` whose keys satisfy the condition. */
function textsIn(value: unknown, isText: (key: string) => boolean, key = ''): string[] {
  if (typeof value === 'string') return isText(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, isText, Array.isArray(value) ? key : name),
  );
}

/** The records that the demonstration creates for an energy manager. */
async function energyRecords(language: Language): Promise<unknown[]> {
  const records: unknown[] = [];
  const keep = (_actor: Actor, record: unknown) => Promise.resolve(void records.push(record));
  const service = {
    create: keep,
    replace: async (actor: Actor, record: unknown[]) => {
      await keep(actor, record);
      return { areas: record };
    },
    change: () => Promise.resolve(),
    current: () => Promise.resolve({ timezone: 'UTC', currency: 'CNY', language, tariffs: {}, weather: {} }),
    list: () => Promise.resolve(Object.assign([], { items: [] })),
  } as never;
  const energy = new DemoEnergyService(
    service,
    service,
    service,
    service,
    service,
    service,
    service,
    service,
    service,
    new SystemClock(),
  );
  await energy.seed(Actor.system('demonstration'));
  return records;
}

const recordsIn = async (language: Language) => [
  demoObjects(language),
  demoLabels(language),
  demoBuilding('2026-01-01', language),
  demoWorkflows(language),
  await energyRecords(language),
];

describe('the names of the demonstration', () => {
  it('all names of the demonstration are Chinese on a Chinese platform', async () => {
    const shown = textsIn(await recordsIn('zh-CN'), isShown);
    const texts = textsIn([DEMO_NAMES['zh-CN'], DEMO_TEXTS['zh-CN']], () => true);
    expect(shown).toEqual(
      expect.arrayContaining(['演示大楼', '1 层', '办公时间', '市政供电公司', '负荷监视']),
    );
    const wrong = [...shown, ...texts].filter((text) => !HAN.test(text) && !VARIABLE.has(text));
    expect(wrong).toEqual([]);
  });

  it('codes and settings of the demonstration are the same in all languages', async () => {
    const [chinese, english] = [await recordsIn('zh-CN'), await recordsIn('en-US')];
    expect(textsIn(chinese, isCode)).toEqual(textsIn(english, isCode));
    expect(textsIn(english, () => true).filter((text) => HAN.test(text))).toEqual([]);
  });

  it('expressions of the demonstration may be parts of Chinese texts', () => {
    const { freshAir, loadWatch } = DEMO_NAMES['zh-CN'].workflows;
    const scope = {
      triggerData: { code: 'F2.EAST.ZONE.CO2', value: 950.26 },
      nodeOutputs: { fan: { error: { message: 'Locked.' } } },
    };
    const limits = { nowMs: 0, maxSteps: 100, site: NO_SITE };
    const textOf = (text: string) => evaluateText(text, 'template', scope, limits);
    expect([loadWatch.sentence, freshAir.subject, freshAir.body].map(textOf)).toEqual([
      '大楼功率为 950.3 kW，超过 80。',
      '没有新风：F2.EAST.ZONE.CO2 为 950.26 ppm',
      '风机无法启动。Locked.',
    ]);
  });
});
