import type { EnergyType } from '@app/entities';

/** The scope of the Greenhouse Gas Protocol in which the use of an energy type is reported. */
const USUAL_SCOPES: Record<EnergyType, string> = {
  electricity: '2',
  gas: '1',
  water: '3',
  heating: '2',
  cooling: '2',
};

/** True if a factor's scope is the configured one, or the usual one if none is configured. */
export function isScopeOf(energyType: EnergyType, configured: string | null, scope: string): boolean {
  return plainScope(scope) === plainScope(configured ?? USUAL_SCOPES[energyType]);
}

/** Returns the same text for `2`, `Scope 2` and `Scope2`, because publishers use all of them. */
export function plainScope(scope: string): string {
  return scope
    .trim()
    .toLowerCase()
    .replace(/^scope[\s_-]*/, '');
}
