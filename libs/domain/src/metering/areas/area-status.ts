import type { AreaStatus } from '@app/contracts';

/** The status falls only when the power is more than 2 % below the limit, so that the status does not flicker. */
const HYSTERESIS = 0.02;

export interface AreaLimits {
  warningKw: number | null;
  overLimitKw: number | null;
}

/** Returns the status after a power reading. */
export function nextAreaStatus(previous: AreaStatus, powerKw: number | null, limits: AreaLimits): AreaStatus {
  if (powerKw === null) return 'unknown';
  if (reaches(powerKw, limits.overLimitKw, previous === 'overLimit')) return 'overLimit';
  if (reaches(powerKw, limits.warningKw, previous === 'warning' || previous === 'overLimit'))
    return 'warning';
  return 'normal';
}

function reaches(powerKw: number, limitKw: number | null, wasAbove: boolean): boolean {
  return limitKw !== null && powerKw >= limitKw * (wasAbove ? 1 - HYSTERESIS : 1);
}
