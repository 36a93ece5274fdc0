import { type components, plantroom, unwrap } from '../../../api/plantroom';
import { ENERGY_FIGURES, type Explanation } from '../energy.queries';

type Schemas = components['schemas'];
export type Correction = Schemas['ReadingCorrectionDto'];
export type CorrectionInput = Schemas['ReadingCorrectionInputDto'];
export type ExplainedReading = Explanation['meters'][number]['readings'][number];

/** Prefixes of the keys of the queries that a correction changes. */
export const CORRECTED = [...ENERGY_FIGURES, '/api/energy/explain'].map((path) => [path]);

export const createCorrection = (body: CorrectionInput): Promise<Correction> =>
  unwrap(plantroom.api.POST('/api/energy/corrections', { body }));

export const deleteCorrection = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/energy/corrections/{id}', { params: { path: { id } } }));
