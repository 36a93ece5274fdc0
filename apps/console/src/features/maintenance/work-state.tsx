import { StateBadge } from '../../ui/badge';
import { ENTRY_TONES, type EntryState, stateOf } from './calendar-entries';
import type { WorkOrder } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { useNowMs } from '../../ui/use-now';

export function EntryBadge({ state }: { state: EntryState }) {
  return <StateBadge tone={ENTRY_TONES[state]}>{useMaintenanceTexts()(`state.${state}`)}</StateBadge>;
}

/** The status of a work order as a badge, or that it is overdue. */
export function WorkState({ order }: { order: WorkOrder }) {
  return <EntryBadge state={stateOf(order, useNowMs())} />;
}
