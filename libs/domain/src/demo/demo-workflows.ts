import type { Language } from '@app/entities';
import type { JsonObject } from '@app/workflow-engine';
import type { WorkflowInput } from '../automation/workflows/workflow';
import { DEMO_NAMES } from './demo-names';

/** An example workflow. */
export interface DemoWorkflow extends WorkflowInput {
  /** Trigger data of the example's single execution. It must not have any effect outside the platform. */
  firstInput?: JsonObject;
}

type Texts = (typeof DEMO_NAMES)[Language]['workflows'];

/** The variable `WORKFLOW_ENV_FACILITIES_MAIL` of the worker. */
const MAIL_TO = "{{ env.FACILITIES_MAIL ?? 'facilities@localhost' }}";

/** Switches off the lights of a floor after the last person has left it, as reported by the access control system. */
const lightsOut = ({ lightsOut: texts }: Texts): DemoWorkflow => ({
  name: texts.name,
  description: texts.description,
  trigger: { type: 'webhook' },
  nodes: [
    { id: 'start', type: 'start', config: {}, position: { x: 0, y: 100 } },
    {
      id: 'known',
      type: 'condition',
      name: texts.known,
      config: { expression: '[1, 2, 3].includes(triggerData.floor)' },
      position: { x: 300, y: 100 },
    },
    {
      id: 'each',
      type: 'loop',
      name: texts.each,
      config: { items: ['EAST', 'WEST'], itemVariable: 'side' },
      position: { x: 600, y: 0 },
    },
    {
      id: 'off',
      type: 'set_point',
      name: texts.off,
      config: { code: 'F{{ triggerData.floor }}.{{ variables.side }}.LIGHT.SWITCH', value: false },
      onError: { action: 'retry', retryCount: 3, retryDelayMs: 5000 },
      position: { x: 900, y: 0 },
    },
    {
      id: 'done',
      type: 'end',
      config: { output: { floor: '{{ triggerData.floor }}', switchedOff: '{{ nodeOutputs.each.count }}' } },
      position: { x: 900, y: 100 },
    },
    {
      id: 'unknown',
      type: 'end',
      config: { output: { unknownFloor: '{{ triggerData.floor }}' } },
      position: { x: 600, y: 200 },
    },
  ],
  edges: [
    { id: 'start-known', source: 'start', target: 'known' },
    { id: 'known-each', source: 'known', target: 'each', label: 'true' },
    { id: 'each-off', source: 'each', target: 'off', label: 'body' },
    { id: 'each-done', source: 'each', target: 'done', label: 'done' },
    { id: 'known-unknown', source: 'known', target: 'unknown', label: 'false' },
  ],
});

/** Ventilates crowded rooms. If an interlock forbids it, sends a mail. */
const freshAir = ({ freshAir: texts }: Texts): DemoWorkflow => ({
  name: texts.name,
  description: texts.description,
  trigger: {
    type: 'state_change',
    config: {
      watch: ['*.ZONE.CO2'],
      condition: "quality === 'good' && value > 900 && previous !== null && previous <= 900",
    },
  },
  nodes: [
    { id: 'start', type: 'start', config: {}, position: { x: 0, y: 0 } },
    {
      id: 'fan',
      type: 'set_point',
      name: texts.fan,
      config: { code: 'AHU1.FAN.CMD', value: true },
      onError: { action: 'goto', gotoNodeId: 'tell' },
      position: { x: 300, y: 0 },
    },
    {
      id: 'tell',
      type: 'email',
      name: texts.tell,
      config: {
        to: MAIL_TO,
        subject: texts.subject,
        body: texts.body,
      },
      position: { x: 300, y: 150 },
    },
  ],
  edges: [{ id: 'start-fan', source: 'start', target: 'fan' }],
});

/** Watches the power of the main incomer. The load in the example execution is too low to cause a mail. */
const loadWatch = ({ loadWatch: texts }: Texts): DemoWorkflow => ({
  name: texts.name,
  description: texts.description,
  trigger: {
    type: 'state_change',
    config: {
      watch: ['BLDG.ELEC.MAIN.POWER'],
      condition:
        'previous !== null && value !== null && (value > 80 && previous <= 80 || value < 70 && previous >= 70)',
    },
  },
  nodes: [
    { id: 'start', type: 'start', config: {}, position: { x: 0, y: 100 } },
    {
      id: 'words',
      type: 'variable',
      name: texts.words,
      config: {
        name: 'sentence',
        value: texts.sentence,
      },
      position: { x: 300, y: 100 },
    },
    {
      id: 'high',
      type: 'condition',
      name: texts.high,
      config: { expression: 'triggerData.value > 80' },
      position: { x: 600, y: 100 },
    },
    {
      id: 'tell',
      type: 'email',
      name: texts.tell,
      config: { to: MAIL_TO, subject: texts.subject, body: '{{ variables.sentence }}' },
      onError: { action: 'skip' },
      position: { x: 900, y: 0 },
    },
    {
      id: 'fine',
      type: 'end',
      name: texts.fine,
      config: { output: { said: '{{ variables.sentence }}' } },
      position: { x: 900, y: 200 },
    },
  ],
  edges: [
    { id: 'start-words', source: 'start', target: 'words' },
    { id: 'words-high', source: 'words', target: 'high' },
    { id: 'high-tell', source: 'high', target: 'tell', label: 'true' },
    { id: 'high-fine', source: 'high', target: 'fine', label: 'false' },
  ],
  firstInput: { code: 'BLDG.ELEC.MAIN.POWER', value: 42, previous: 41.5, quality: 'good' },
});

/** Returns the workflows for the points of the building that the gateway simulator simulates. */
export function demoWorkflows(language: Language): readonly DemoWorkflow[] {
  const { workflows } = DEMO_NAMES[language];
  return [lightsOut(workflows), freshAir(workflows), loadWatch(workflows)];
}
