import type { AreaStatus } from '@app/contracts';

/** On the way down a limit is left only when the power is this far below it, so that a status does not flicker. */
const HYSTERESIS = 0.02;

export interface AreaLimits {
  warningKw: number | null;
  overLimitKw: number | null;
}

/** The status after `powerKw` was seen; nothing known is normal. */
export function nextAreaStatus(previous: AreaStatus, powerKw: number | null, limits: AreaLimits): AreaStatus {
  if (powerKw === null) return 'normal';
  if (reaches(powerKw, limits.overLimitKw, previous === 'overLimit')) return 'overLimit';
  if (reaches(powerKw, limits.warningKw, previous !== 'normal')) return 'warning';
  return 'normal';
}

function reaches(powerKw: number, limitKw: number | null, wasAbove: boolean): boolean {
  return limitKw !== null && powerKw >= limitKw * (wasAbove ? 1 - HYSTERESIS : 1);
}
