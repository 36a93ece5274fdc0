import { clearAlertNode } from './clear-alert.node';
import { createAlertNode } from './create-alert.node';
import { createFaultNode } from './create-fault.node';
import { createWorkOrderNode } from './create-work-order.node';
import { catalogueOf, type NodeCatalogue, type NodeType } from '@app/workflow-engine';
import { conditionNode } from './condition.node';
import { databaseNode } from './database.node';
import { delayNode } from './delay.node';
import { emailNode } from './email.node';
import { endNode } from './end.node';
import { exportNode } from './export.node';
import { reportNode } from './report.node';
import { httpRequestNode } from './http-request.node';
import { lightingNode } from './lighting.node';
import { loopNode } from './loop.node';
import { parallelNode } from './parallel.node';
import { readEnergyNode } from './read-energy.node';
import { readHistoryNode } from './read-history.node';
import { readPointNode } from './read-point.node';
import { recallNode } from './recall.node';
import { rememberNode } from './remember.node';
import { respondNode } from './respond.node';
import { runWorkflowNode } from './run-workflow.node';
import { setPointNode } from './set-point.node';
import { startNode } from './start.node';
import { switchNode } from './switch.node';
import { updateFaultNode } from './update-fault.node';
import { updateWorkOrderNode } from './update-work-order.node';
import { variableNode } from './variable.node';
import { waitForNode } from './wait-for.node';

/** Every node type, in the order in which an editor offers them. */
export const nodeTypes: readonly NodeType[] = [
  startNode,
  endNode,
  conditionNode,
  switchNode,
  loopNode,
  parallelNode,
  delayNode,
  waitForNode,
  runWorkflowNode,
  respondNode,
  httpRequestNode,
  databaseNode,
  emailNode,
  readPointNode,
  readHistoryNode,
  readEnergyNode,
  setPointNode,
  lightingNode,
  createAlertNode,
  clearAlertNode,
  createFaultNode,
  updateFaultNode,
  createWorkOrderNode,
  updateWorkOrderNode,
  exportNode,
  reportNode,
  variableNode,
  rememberNode,
  recallNode,
];

export const nodeCatalogue: NodeCatalogue = catalogueOf(nodeTypes);
