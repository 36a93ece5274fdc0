import {
  mdiAlertOutline,
  mdiAlertPlusOutline,
  mdiArrowDecision,
  mdiBellAlertOutline,
  mdiBellCheckOutline,
  mdiBrain,
  mdiCallSplit,
  mdiChartLine,
  mdiClipboardEditOutline,
  mdiClipboardPlusOutline,
  mdiCogOutline,
  mdiDatabaseOutline,
  mdiEmailOutline,
  mdiExport,
  mdiEyeOutline,
  mdiFileChartOutline,
  mdiFlagCheckered,
  mdiHelpRhombusOutline,
  mdiLightbulbOutline,
  mdiLightningBoltOutline,
  mdiPlay,
  mdiRefresh,
  mdiReplyOutline,
  mdiSitemapOutline,
  mdiTimerSand,
  mdiTuneVariant,
  mdiVariable,
  mdiWeb,
} from '@mdi/js';
import { type KnownNodeType, useNodeTypeTexts } from '../node-types.texts';

export type Category = 'trigger' | 'control' | 'condition' | 'action';
type Look = readonly [category: Category, icon: string];

const LOOKS: Record<KnownNodeType, Look> = {
  start: ['trigger', mdiPlay],
  end: ['control', mdiFlagCheckered],
  condition: ['condition', mdiHelpRhombusOutline],
  switch: ['condition', mdiArrowDecision],
  loop: ['control', mdiRefresh],
  parallel: ['control', mdiCallSplit],
  delay: ['control', mdiTimerSand],
  wait_for: ['control', mdiTimerSand],
  run_workflow: ['action', mdiSitemapOutline],
  respond: ['action', mdiReplyOutline],
  http_request: ['action', mdiWeb],
  database: ['action', mdiDatabaseOutline],
  email: ['action', mdiEmailOutline],
  read_point: ['action', mdiEyeOutline],
  read_history: ['action', mdiChartLine],
  read_energy: ['action', mdiLightningBoltOutline],
  set_point: ['action', mdiTuneVariant],
  lighting: ['action', mdiLightbulbOutline],
  create_alert: ['action', mdiBellAlertOutline],
  clear_alert: ['action', mdiBellCheckOutline],
  create_fault: ['action', mdiAlertPlusOutline],
  update_fault: ['action', mdiAlertOutline],
  create_work_order: ['action', mdiClipboardPlusOutline],
  update_work_order: ['action', mdiClipboardEditOutline],
  export: ['action', mdiExport],
  report: ['action', mdiFileChartOutline],
  variable: ['action', mdiVariable],
  remember: ['action', mdiBrain],
  recall: ['action', mdiBrain],
};

const isKnown = (type: string): type is KnownNodeType => Object.hasOwn(LOOKS, type);

export function lookOf(type: string): Look {
  return isKnown(type) ? LOOKS[type] : ['action', mdiCogOutline];
}

/** Returns a function that names a type of node. A type that the console does not know is shown as it is. */
export function useNodeTypeName(): (type: string) => string {
  const t = useNodeTypeTexts();
  return (type) => (isKnown(type) ? t(type) : type);
}
