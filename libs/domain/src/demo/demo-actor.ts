import { Actor } from '@app/kernel';

/** The actor whose records belong to the demonstration. The audit log knows them by its name. */
export const DEMO_ACTOR = Actor.system('demonstration');
