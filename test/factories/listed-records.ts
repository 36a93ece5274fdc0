import type { ExecutionStatus, FaultStatus, TriggerType } from '@app/entities';
import type { AlertSeverity } from '@app/kernel';
import { isRareRow, LIST_START_MS, LISTED_ROWS, listIndexes } from './paged-rows';

export const idOf = (index: number) => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
export const atOf = (index: number) => LIST_START_MS + index * 1000;
export const textOf = (index: number) => new Date(atOf(index)).toISOString();

// A scan must reach the rare rows last. Most lists show the newest rows first, so their rare rows are the oldest. Users
// and workflows are listed oldest first, so their rare rows are the newest.
export const executions = listIndexes.map((index) => ({
  id: idOf(index),
  status: (isRareRow(index, 0) ? 'failed' : 'success') as ExecutionStatus,
  trigger: (isRareRow(index, 20) ? 'schedule' : 'webhook') as TriggerType,
}));
export const entries = listIndexes.map((index) => ({
  id: idOf(index),
  at: atOf(index),
  userId: isRareRow(index, 0) ? 2 : 1,
  action: isRareRow(index, 20) ? 'user.removed' : 'user.created',
}));
export const users = listIndexes.map((index) => ({
  id: index + 1,
  name: isRareRow(index, LISTED_ROWS - 30) ? `rare_${index}` : `user_${index}`,
  role: isRareRow(index, LISTED_ROWS - 20) ? 'admin' : 'viewer',
}));
export const writes = listIndexes.map((index) => ({
  id: idOf(index),
  at: atOf(index),
  code: isRareRow(index, 0) ? 'RARE' : 'A',
  executionId: isRareRow(index, 20) ? idOf(1) : idOf(2),
}));
export const workflows = listIndexes.map((index) => ({
  id: idOf(index),
  name: `${isRareRow(index, LISTED_ROWS - 20) ? 'rare' : 'workflow'}-${index}`,
  enabled: !isRareRow(index, LISTED_ROWS - 30),
}));

export const plans = listIndexes.map((index) => ({
  id: index + 1,
  enabled: !isRareRow(index, LISTED_ROWS - 30),
}));

export const parts = listIndexes.map((index) => {
  const rare = isRareRow(index, LISTED_ROWS - 30);
  return { id: index + 1, name: `${rare ? 'rare' : 'part'}-${index}`, isRare: rare };
});

export const faults = listIndexes.map((index) => ({
  id: index + 1,
  status: (isRareRow(index, 0) ? 'open' : 'closed') as FaultStatus,
  severity: (isRareRow(index, 10) ? 'critical' : 'minor') as AlertSeverity,
  // Most faults belong to the records with the id 1. The oldest faults belong to the records with the id 2.
  record: isRareRow(index, 20) ? 2 : 1,
}));

export const files = listIndexes.map((index) => {
  const rare = isRareRow(index, 0);
  return {
    id: idOf(index),
    name: `${rare ? 'rare' : 'file'}-${index}`,
    category: isRareRow(index, 10) ? 'report' : index % 3 === 0 ? 'backup' : 'upload',
  };
});
