import { plantroom, unwrap } from '../../../api/plantroom';
import type { SceneData } from '../model.queries';
import { fieldsOf, type SetupFields, toChanges } from './setup-fields';

/**
 * Saves the view. The API has no revision of it, so it is read first and compared.
 * @param base the fields on which the changes are based; null overwrites what others have saved
 * @returns the stored view, or null if somebody else has changed it
 */
export async function saveScene(fields: SetupFields, base: SetupFields | null): Promise<SceneData | null> {
  if (base) {
    const stored = await unwrap(plantroom.api.GET('/api/dashboard-model'));
    if (JSON.stringify(fieldsOf(stored)) !== JSON.stringify(base)) return null;
  }
  return unwrap(plantroom.api.PUT('/api/dashboard-model', { body: toChanges(fields) }));
}
