import type { JsonObject } from '@app/workflow-engine';
import type { WorkflowInput } from '../automation/workflows/workflow';

/** An example workflow. */
export interface DemoWorkflow extends WorkflowInput {
  /** Trigger data of the example's single execution. It must not have any effect outside the platform. */
  firstInput?: JsonObject;
}

/** The variable `WORKFLOW_ENV_FACILITIES_MAIL` of the worker. */
const MAIL_TO = "{{ env.FACILITIES_MAIL ?? 'facilities@localhost' }}";

/** Switches off the lights of a floor after the last person has left it, as reported by the access control system. */
const lightsOut: DemoWorkflow = {
  name: 'Lights out',
  description:
    'A webhook: the access control sends {"floor": 2} when the last person has left, and the lights of that floor are switched off.',
  trigger: { type: 'webhook' },
  nodes: [
    { id: 'start', type: 'start', config: {}, position: { x: 0, y: 100 } },
    {
      id: 'known',
      type: 'condition',
      name: 'Does this floor exist?',
      config: { expression: '[1, 2, 3].includes(triggerData.floor)' },
      position: { x: 300, y: 100 },
    },
    {
      id: 'each',
      type: 'loop',
      name: 'Each side of the floor',
      config: { items: ['EAST', 'WEST'], itemVariable: 'side' },
      position: { x: 600, y: 0 },
    },
    {
      id: 'off',
      type: 'set_point',
      name: 'Switch the lights off',
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
};

/** Ventilates crowded rooms. If an interlock forbids it, sends a mail. */
const freshAir: DemoWorkflow = {
  name: 'Fresh air for a crowded room',
  description:
    'A change of state: if the carbon dioxide of a zone rises above 900 ppm, the fan starts. If an interlock ' +
    'forbids it, a mail states the reason.',
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
      name: 'Start the fan',
      config: { code: 'AHU1.FAN.CMD', value: true },
      onError: { action: 'goto', gotoNodeId: 'tell' },
      position: { x: 300, y: 0 },
    },
    {
      id: 'tell',
      type: 'email',
      name: 'Say that there is no air',
      config: {
        to: MAIL_TO,
        subject: 'No fresh air: {{ triggerData.code }} is at {{ triggerData.value }} ppm',
        body: 'The fan could not be started. {{ nodeOutputs.fan.error.message }}',
      },
      position: { x: 300, y: 150 },
    },
  ],
  edges: [{ id: 'start-fan', source: 'start', target: 'fan' }],
};

/** Watches the power of the main incomer. The load in the example execution is too low to cause a mail. */
const loadWatch: DemoWorkflow = {
  name: 'Load watch',
  description:
    'A change of state: starts when the load of the building rises above 80 kW or falls below 70 kW. A variable ' +
    'describes the load. A mail is sent only if the load is above 80 kW.',
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
      name: 'What happened',
      config: {
        name: 'sentence',
        value:
          "The building takes {{ triggerData.value.toFixed(1) }} kW, {{ triggerData.value > 80 ? 'more than 80' : 'not more than 80' }}.",
      },
      position: { x: 300, y: 100 },
    },
    {
      id: 'high',
      type: 'condition',
      name: 'Is it too much?',
      config: { expression: 'triggerData.value > 80' },
      position: { x: 600, y: 100 },
    },
    {
      id: 'tell',
      type: 'email',
      name: 'Mail the energy manager',
      config: { to: MAIL_TO, subject: 'High load', body: '{{ variables.sentence }}' },
      onError: { action: 'skip' },
      position: { x: 900, y: 0 },
    },
    {
      id: 'fine',
      type: 'end',
      name: 'No mail needed',
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
};

/** Workflows for the points of the building that the gateway simulator simulates. */
export const demoWorkflows: readonly DemoWorkflow[] = [lightsOut, freshAir, loadWatch];
