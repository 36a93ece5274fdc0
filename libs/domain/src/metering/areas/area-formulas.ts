import { type MeterEntity, type MeterKind, REACTIVE, TEMPERATURE } from '@app/entities';
import { DomainError, type ErrorDetail, say } from '@app/kernel';
import { inOrderOfParts } from '../arithmetic/formulas';
import type { FormulaTermInput, MeterInput } from '../meters/meter-settings';
import type { IdentifiedArea } from './area-set';

/** A stored meter, with the fields that a new set may omit. `formula` is unknown if the meter was removed. */
export type StoredMeter = Pick<MeterEntity, 'pointCode' | 'kind' | 'formula'> &
  Partial<Pick<MeterEntity, 'energyType' | 'removedAt'>>;

/** The meters that are stored. */
export interface StoredMeters {
  /** All meters by their codes, including removed meters. */
  byCode: ReadonlyMap<string, StoredMeter>;
  /** The meters of each area, for areas whose input has no meters. */
  byArea: ReadonlyMap<number, readonly StoredMeter[]>;
}

interface SetMeter {
  pointCode: string;
  kind: MeterKind;
  /** True for reactive energy, which cannot be added to energy. */
  isReactive: boolean;
  terms: readonly FormulaTermInput[];
  /** Path of the meter, or of its area if the input has no meters of this area. */
  path: string;
  /** The input; undefined if the set does not describe the meter. */
  input?: MeterInput;
}

/**
 * Checks the formulas of a set of areas. Every part must be a meter of the set, and no formula may contain itself. The
 * kind of a stored meter must not change from or to `formula`, because its sums have another source.
 * @throws DomainError invalid with a detail per problem
 */
export function checkFormulas(areas: readonly IdentifiedArea[], stored: StoredMeters): void {
  const meters = areas.flatMap((area, index) => metersOf(area, index, stored));
  const codes = new Set(meters.map(({ pointCode }) => pointCode));
  const reactive = new Set(meters.flatMap(({ pointCode, isReactive }) => (isReactive ? pointCode : [])));
  const formulas = new Map(
    meters.flatMap(({ pointCode, kind, terms }) =>
      kind === 'formula' ? [[pointCode, terms.map((term) => term.pointCode)]] : [],
    ),
  );
  const inOrder = new Set(inOrderOfParts(formulas));
  const details = meters.flatMap((meter) => [
    ...kindFaults(meter, stored.byCode.get(meter.pointCode)),
    ...partFaults(meter, codes, reactive),
    ...(formulas.has(meter.pointCode) && !inOrder.has(meter.pointCode)
      ? [{ path: formulaPath(meter), ...say('formula_circle') }]
      : []),
  ]);
  if (details.length > 0)
    throw DomainError.invalid(
      'The set of areas has a formula that is not valid. Correct the listed fields.',
      details,
    );
}

function metersOf(
  { id, meters }: IdentifiedArea,
  index: number,
  { byCode, byArea }: StoredMeters,
): SetMeter[] {
  const path = `areas[${index}].meters`;
  if (!meters)
    return (byArea.get(id) ?? []).map(({ pointCode, kind, energyType, formula = [] }) => ({
      pointCode,
      kind,
      isReactive: energyType === REACTIVE,
      terms: formula,
      path,
    }));
  return meters.map((input, at) => {
    const known = byCode.get(input.pointCode);
    const terms = (input.formula === undefined ? known?.formula : input.formula) ?? [];
    const kind = input.kind ?? known?.kind ?? 'cumulative';
    const isReactive = (input.energyType ?? known?.energyType) === REACTIVE;
    return { pointCode: input.pointCode, kind, isReactive, terms, path: `${path}[${at}]`, input };
  });
}

function kindFaults({ kind, terms, path, input }: SetMeter, known?: StoredMeter): ErrorDetail[] {
  if (!input) return [];
  if (known?.energyType === TEMPERATURE && !known.removedAt)
    return [{ path: `${path}.pointCode`, ...say('temperature_as_meter') }];
  if (known && kind !== known.kind && [kind, known.kind].includes('formula'))
    return [{ path: `${path}.kind`, ...say('other_meter_kind', { kind: known.kind }) }];
  if (kind === 'formula' && terms.length === 0)
    return [{ path: `${path}.formula`, ...say('required_for', { name: 'formula' }) }];
  if (kind !== 'formula' && terms.length > 0)
    return [{ path: `${path}.formula`, ...say('formula_of_other_kind', { kind }) }];
  return [];
}

function partFaults(
  meter: SetMeter,
  codes: ReadonlySet<string>,
  reactive: ReadonlySet<string>,
): ErrorDetail[] {
  const seen = new Set<string>();
  return meter.terms.flatMap(({ pointCode: code }, index): ErrorDetail[] => {
    const path = meter.input ? `${meter.path}.formula[${index}].pointCode` : meter.path;
    if (seen.has(code)) return [{ path, ...say('part_twice') }];
    seen.add(code);
    if (!codes.has(code)) return [{ path, ...say('unknown_part', { code }) }];
    return reactive.has(code) === meter.isReactive ? [] : [{ path, ...say('reactive_part', { code }) }];
  });
}

function formulaPath({ path, input }: SetMeter): string {
  return input ? `${path}.formula` : path;
}
